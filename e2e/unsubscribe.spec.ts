import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { MailServer } from "@/testing/mail-server";
import { signIn } from "./support/actor";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";

const SECRET = "s".repeat(40);

/** The link in the emails of a person, as lib/auth/unsubscribe.ts makes it. */
function linkOf(id: string): string {
  const signature = createHmac("sha256", SECRET).update(`evenly unsubscribe ${id}`).digest().subarray(0, 16);
  return `/unsubscribe/${Buffer.from(id, "hex").toString("base64url")}${signature.toString("base64url")}`;
}

test("emails are stopped on the page of their link, without a session and without JavaScript", async ({
  newContext,
  startServer,
}) => {
  const server = await startServer({ AUTH_SECRET: SECRET });
  const ana = await signIn(await newContext({ baseURL: server.url }), server.url, "ana.mail@demo.test");
  const link = linkOf(ana.id);
  // Scanners of mail open it, and what is in its header.
  for (const [path, method] of [
    [link, "HEAD"],
    [`/api${link}`, "GET"],
    [`/api${link}`, "HEAD"],
  ] as const) {
    const response = await fetch(`${server.url}${path}`, { method });
    expect([response.status, response.url]).toEqual([200, `${server.url}${link}`]);
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
  }
  for (const javaScriptEnabled of [false, true]) {
    const page = await (await newContext({ baseURL: server.url, javaScriptEnabled })).newPage();
    await page.goto(link);
    if (javaScriptEnabled) {
      await expect(page.getByRole("heading", { name: "Emails to ana****@demo.test are off." })).toBeVisible();
      await expectAccessible(page, "emails are off");
      continue;
    }
    await expect(page.getByRole("heading", { name: "Stop emails to ana****@demo.test?" })).toBeVisible();
    await page.getByRole("button", { name: "Stop emails" }).click();
    await expect(page.getByRole("heading", { name: "Emails to ana****@demo.test are off." })).toBeVisible();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("button")).toHaveCount(0);
  }
});

test("a mail provider's request works, and a link that was changed leads nowhere", async ({
  newContext,
  startServer,
}) => {
  const server = await startServer({ AUTH_SECRET: SECRET });
  const ben = await signIn(await newContext({ baseURL: server.url }), server.url, "ben.mail@demo.test");
  const page = await (await newContext({ baseURL: server.url })).newPage();
  await page.goto(linkOf(ben.id));
  await expect(page.getByRole("button", { name: "Stop emails" })).toBeVisible();
  await expectAccessible(page, "stop emails?");
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  const done = await fetch(`${server.url}/api${linkOf(ben.id)}`, { method: "POST", body, redirect: "error" });
  expect([done.status, await done.json()]).toEqual([200, { success: true }]);
  await page.getByRole("button", { name: "Stop emails" }).click();
  await expect(page.getByRole("heading", { name: /^Emails to .* are off\.$/ })).toBeVisible();
  for (const dead of [linkOf("0".repeat(24)), `${linkOf(ben.id).slice(0, -2)}xx`, "/unsubscribe/x"]) {
    expect((await page.request.get(dead)).status()).toBe(404);
    const api = await page.request.post(`/api${dead}`);
    expect([api.status(), await api.json()]).toMatchObject([404, { code: "not-found" }]);
  }
});

test("npm run notify sends a test, and says what the mail server says", async () => {
  const mail = await MailServer.start();
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["lib/cli/run.mjs", "lib/cli/notify.ts", ...args], {
      env: {
        ...process.env,
        SMTP_URL: `smtp://${mail.host}`,
        MAIL_FROM: "Evenly <evenly@evenly.example>",
        AUTH_URL: "https://evenly.example",
      },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
    );
  try {
    const sent = await run("test", "you@example.com");
    expect(sent).toEqual({ code: 0, text: expect.stringContaining("accepted the email: 250") });
    expect(mail.received.map(({ to, headers }) => [to, headers.get("subject")])).toEqual([
      [["you@example.com"], "Evenly can send email"],
    ]);
    expect(mail.received[0]!.headers.has("list-unsubscribe")).toBe(false);
    mail.refuse.recipient = [550, "5.7.1 Relaying denied"];
    const refused = await run("test", "you@example.com");
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/^The mail server rejected the recipient\.\n127\.0\.0\.1:.*Relaying denied/);
    expect((await run("test", "nobody")).text).toBe("This is not an email address.\n");
    expect((await run("you@example.com")).text).toContain("npm run notify -- test ADDRESS");
  } finally {
    await mail.stop();
  }
});
