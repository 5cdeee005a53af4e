import { createServer, type Server, type AddressInfo } from "node:net";
import { ObjectId } from "mongodb";
import type { SMTPServerOptions } from "smtp-server";
import { countNoticesWith } from "@/lib/server/http/count-notice";
import { isolate } from "@/lib/core/text/isolate";
import { unsubscribeToken } from "@/lib/auth/unsubscribe";
import { MailServer, type Refusal } from "@/testing/mail-server";
import { closeMail, mailAvailable, sendMail } from "./mail";
import type { Message } from "./message";

const TO = { email: "ana@example.com", userId: new ObjectId().toHexString() };
const MESSAGE: Message = {
  id: "65f0c0ffee65f0c0ffee65f0",
  title: "Ben added “Dinner”",
  text: "You owe Ben $12.50.",
  path: "/groups/65f0c0ffee65f0c0ffee65f1",
};

let server: MailServer;
let warned: jest.SpyInstance;

async function serve(options?: SMTPServerOptions, url = (host: string) => `smtp://${host}`) {
  server = await MailServer.start(options);
  process.env.SMTP_URL = url(server.host);
}

beforeEach(() => {
  process.env.AUTH_SECRET = "a".repeat(40);
  process.env.AUTH_URL = "https://evenly.example";
  process.env.MAIL_FROM = "Evenly, the app <evenly@evenly.example>";
  warned = jest.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
  closeMail();
  await server?.stop();
  for (const name of ["AUTH_SECRET", "AUTH_URL", "MAIL_FROM", "SMTP_URL"]) delete process.env[name];
});

const lines = () => warned.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

test("an email arrives with both parts, its links, and its headers", async () => {
  await serve();
  expect(await sendMail(TO, MESSAGE)).toBe("sent");
  const [mail] = server.received;
  const { from, to, headers, parts } = mail!;
  expect([from, to]).toEqual(["evenly@evenly.example", ["ana@example.com"]]);
  const secret = unsubscribeToken(TO.userId);
  expect(Object.fromEntries(headers)).toMatchObject({
    from: '"Evenly, the app" <evenly@evenly.example>',
    to: "ana@example.com",
    subject: "Ben added “Dinner”",
    "message-id": "<65f0c0ffee65f0c0ffee65f0@evenly.example>",
    "auto-submitted": "auto-generated",
    "list-unsubscribe": `<https://evenly.example/api/unsubscribe/${secret}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  const links = [
    "https://evenly.example/groups/65f0c0ffee65f0c0ffee65f1",
    "https://evenly.example/notifications/settings",
    `https://evenly.example/unsubscribe/${secret}`,
  ];
  expect(parts.get("text/plain")).toContain("Ben added “Dinner”\n\nYou owe Ben $12.50.\n");
  for (const link of links) expect(parts.get("text/plain")).toContain(link);
  const html = parts.get("text/html")!;
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(links);
  expect(html).toContain(">You owe Ben $12.50.<");
  // Opening it tells nobody anything.
  expect(html).not.toMatch(/<img|src=|url\(|@import|<link|<script/i);
  expect(warned).not.toHaveBeenCalled();
});

test("a repetition has the same Message-ID, and one connection serves several emails", async () => {
  await serve();
  for (const id of ["1", "1", "2"]) expect(await sendMail(TO, { ...MESSAGE, id })).toBe("sent");
  expect(server.received.map(({ headers }) => headers.get("message-id"))).toEqual([
    "<1@evenly.example>",
    "<1@evenly.example>",
    "<2@evenly.example>",
  ]);
  expect(server.connections).toBe(1);
});

test.each<[what: string, text: string]>([
  ["line breaks", "Ben\r\nBcc: eve@example.com\r\n\r\n<b>Hello</b>\u2028\u0085x"],
  ["markup", `<script>alert(1)</script><a href="https://evil.example">"'&amp;</a>`],
  ["right-to-left text", "\u202Eevil\u202C שלום עולם \u2067x"],
  ["10,000 characters", "x".repeat(10_000)],
  ["10,000 emoji", "👩‍👩‍👧‍👦".repeat(1_500)],
  ["a dot alone on a line", "a\n.\nQUIT\n.\n"],
  ["half a character", "\ud800 x"],
])("%s in titles and texts are text, and stay where they are", async (_, hostile) => {
  await serve();
  const message = { ...MESSAGE, id: `1>\r\nX-Own: ${hostile.slice(0, 20)}`, title: hostile, text: hostile };
  expect(await sendMail(TO, message)).toBe("sent");
  expect(server.received).toHaveLength(1);
  const { to, headers, parts, source } = server.received[0]!;
  expect(to).toEqual(["ana@example.com"]);
  expect([...headers.keys()].sort()).toEqual(
    ["auto-submitted", "content-type", "date", "from", "list-unsubscribe", "list-unsubscribe-post"].concat([
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]),
  );
  expect(headers.get("message-id")).toMatch(/^<1X-Own[\w.-]*@evenly\.example>$/);
  expect(headers.get("subject")!.length).toBeLessThan(1_000);
  expect(headers.get("subject")).not.toMatch(/[\r\n\u2028\u202E\u2067]/);
  for (const line of source.split("\r\n")) expect(line.length).toBeLessThan(998);
  const html = parts.get("text/html")!;
  expect(html).not.toMatch(/<script|<b>|evil\.example">|[\u202E\u2067]/);
  expect(html).toMatch(/Unsubscribe<\/a>/);
  expect(parts.get("text/plain")).toContain("\nUnsubscribe: https://evenly.example/unsubscribe/");
});

test("a name keeps its direction to itself", async () => {
  await serve();
  await sendMail(TO, {
    ...MESSAGE,
    title: `${isolate("דנה")} added “Tea”`,
    text: `You owe ${isolate("<b>")} $1.`,
  });
  const { headers, parts } = server.received[0]!;
  expect(headers.get("subject")).toBe("\u2068דנה\u2069 added “Tea”");
  expect(parts.get("text/plain")).toContain("You owe \u2068<b>\u2069 $1.");
  expect(parts.get("text/html")).toContain("><bdi>דנה</bdi> added “Tea”</h1>");
  expect(parts.get("text/html")).toContain(">You owe <bdi>&lt;b&gt;</bdi> $1.</p>");
});

test("a path cannot lead elsewhere", async () => {
  await serve();
  for (const path of [
    "//evil.example/x",
    "@evil.example",
    "https://evil.example",
    "/\\evil.example",
    '/a b"><x',
  ])
    await sendMail(TO, { ...MESSAGE, path });
  for (const { parts } of server.received)
    expect(parts.get("text/html")).toMatch(/<a class="button" href="https:\/\/evenly\.example\/[^"<> ]*"/);
  expect(server.received).toHaveLength(5);
});

const RECIPIENT_GONE: Refusal[] = [
  [550, "No such user here"],
  [550, "5.1.1 <ana@example.com>: Recipient address rejected: User unknown"],
  [550, "5.2.1 The email account that you tried to reach is disabled"],
  [551, "User not local"],
  [556, "5.1.10 Recipient address has a null MX"],
];
test.each(RECIPIENT_GONE)("the recipient is refused with %d %s: gone", async (...refusal) => {
  await serve();
  server.refuse.recipient = refusal;
  expect(await sendMail(TO, MESSAGE)).toBe("gone");
  // It is not the operator's problem.
  expect(warned).not.toHaveBeenCalled();
  server.refuse = {};
  expect(await sendMail(TO, MESSAGE)).toBe("sent");
});

const PASSING: [step: keyof MailServer["refuse"], status: number, text: string, said: RegExp][] = [
  ["recipient", 421, "4.3.2 Shutting down", /recipient for now/],
  ["recipient", 450, "4.2.1 Greylisted", /recipient for now/],
  ["recipient", 452, "4.2.2 Mailbox full", /recipient for now/],
  ["recipient", 552, "5.2.2 Mailbox full", /recipient\./],
  ["recipient", 552, "Mailbox full", /recipient\./],
  ["recipient", 550, "5.7.1 Relaying denied", /recipient\./],
  ["recipient", 550, "relay not permitted", /recipient\./],
  ["recipient", 550, "5.1.8 Sender address rejected", /recipient\./],
  ["recipient", 553, "that domain is not in my list of allowed rcpthosts", /recipient\./],
  ["recipient", 554, "5.7.1 Blocked", /recipient\./],
  ["sender", 550, "5.1.1 Sender unknown", /sender, MAIL_FROM\./],
  ["sender", 421, "4.7.0 Try again later", /sender, MAIL_FROM for now/],
  ["data", 550, "5.7.1 Message is spam", /rejected the email\./],
  ["data", 451, "4.3.0 Try again later", /rejected the email for now/],
  ["connect", 554, "5.7.1 Go away", /closed the connection|could not be sent/],
];
test.each(PASSING)(
  "the %s is refused with %d %s: failed, and logged once",
  async (step, status, text, said) => {
    await serve();
    server.refuse[step] = [status, text];
    for (let times = 0; times < 3; times++) expect(await sendMail(TO, MESSAGE)).toBe("failed");
    expect(lines()).toHaveLength(1);
    expect(lines()[0]!.msg).toMatch(said);
    expect(JSON.stringify(lines())).not.toMatch(/ana|example\.com|Dinner/);
    expect(server.received).toEqual([]);
    server.refuse = {};
    expect(await sendMail(TO, MESSAGE)).toBe("sent");
    // After a success, the next outage is news.
    await server.stop();
    await serve();
    server.refuse[step] = [status, text];
    await sendMail(TO, MESSAGE);
    expect(lines()).toHaveLength(2);
  },
);

test("a password that is refused is the operator's problem, and stays secret", async () => {
  await serve(
    { disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
    (host) => `smtp://evenly:s3cret@${host}/?requireTLS=false`,
  );
  server.refuse.auth = [535, "5.7.8 Bad credentials"];
  expect(await sendMail(TO, MESSAGE)).toBe("failed");
  expect(lines()[0]!.msg).toContain("the user or the password in SMTP_URL");
  expect(JSON.stringify(lines())).not.toContain("s3cret");
  server.refuse = {};
  expect(await sendMail(TO, MESSAGE)).toBe("sent");
});

test("a password never travels in the clear, unless the operator says so", async () => {
  const heard: string[] = [];
  await serve(
    {
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) => {
        heard.push(String(password));
        done(null, { user: "evenly" });
      },
    },
    (host) => `smtp://evenly:s3cret@${host}`,
  );
  expect(await sendMail(TO, MESSAGE)).toBe("failed");
  expect(heard).toEqual([]);
});

test("TLS: from the start, and by STARTTLS; a certificate that is not valid is refused", async () => {
  // The server says that its certificate is for tests.
  jest.spyOn(console, "error").mockImplementation(() => {});
  const NONE: string[] = [];
  for (const [options, scheme] of [
    [{ secure: true, disabledCommands: NONE }, "smtps"],
    [{ disabledCommands: NONE }, "smtp"],
  ] as const) {
    const secured: boolean[] = [];
    const onAuth: SMTPServerOptions["onAuth"] = (_, { secure }, done) => {
      secured.push(secure);
      done(null, { user: "evenly" });
    };
    await serve({ ...options, onAuth }, (host) => `${scheme}://evenly:word@${host}`);
    expect(await sendMail(TO, MESSAGE)).toBe("failed");
    expect(server.received).toEqual([]);
    process.env.SMTP_URL += "?tls.rejectUnauthorized=false";
    expect(await sendMail(TO, MESSAGE)).toBe("sent");
    expect(secured).toEqual([true]);
    closeMail();
    await server.stop();
  }
});

describe("a mail server that does not work", () => {
  let silent: Server;
  afterEach(() => new Promise((closed) => silent.close(closed)));
  const listen = async (greeting: string) => {
    silent = createServer((socket) => {
      socket.on("error", () => undefined).resume();
      if (greeting) socket.write(greeting);
    });
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as AddressInfo;
    process.env.SMTP_URL = `smtp://127.0.0.1:${port}/?greetingTimeout=200&socketTimeout=200`;
    return port;
  };

  test.each([
    ["no greeting", ""],
    ["a greeting and nothing more", "220 ready\r\n"],
    ["something else than SMTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ])("%s: failed", async (_, greeting) => {
    await listen(greeting);
    expect(await sendMail(TO, MESSAGE)).toBe("failed");
    expect(lines()).toHaveLength(1);
  });

  test("nobody listens: failed, and sent once somebody does", async () => {
    const port = await listen("");
    await new Promise((closed) => silent.close(closed));
    process.env.SMTP_URL = `smtp://127.0.0.1:${port}`;
    expect(await sendMail(TO, MESSAGE)).toBe("failed");
    expect(lines()[0]!.msg).toContain("cannot be reached");
    await serve();
    expect(await sendMail(TO, MESSAGE)).toBe("sent");
    silent = createServer().listen(0);
  });
});

test("a connection that the server has closed meanwhile is replaced", async () => {
  await serve();
  expect(await sendMail(TO, MESSAGE)).toBe("sent");
  const { host } = server;
  await server.stop();
  server = await MailServer.start({}, Number(host.split(":")[1]));
  expect(await sendMail(TO, MESSAGE)).toBe("sent");
  expect(server.received).toHaveLength(1);
});

test.each(["", "nobody", "deleted:65f0", "a@b\r\nRCPT TO:<eve@example.com>", "a@x, eve@example.com"])(
  "no email to %j, which is no address",
  async (email) => {
    await serve();
    expect(await sendMail({ ...TO, email }, MESSAGE)).toBe("failed");
    expect(server.received.flatMap(({ to }) => to)).toEqual([]);
  },
);

test("it needs a server, a sender, and the public address", async () => {
  await serve();
  expect(mailAvailable()).toBe(true);
  delete process.env.AUTH_URL;
  expect(mailAvailable()).toBe(false);
  expect(await sendMail(TO, MESSAGE)).toBe("failed");
  process.env.AUTH_URL = "https://evenly.example";
  delete process.env.SMTP_URL;
  delete process.env.MAIL_FROM;
  expect(mailAvailable()).toBe(false);
});

test("deliveries are counted by their result", async () => {
  const inc = jest.fn();
  countNoticesWith({ inc } as never);
  await serve();
  await sendMail(TO, MESSAGE);
  server.refuse.recipient = [550, "No such user"];
  await sendMail(TO, MESSAGE);
  server.refuse.recipient = [450, "Later"];
  await sendMail(TO, MESSAGE);
  expect(inc.mock.calls.flat()).toEqual([
    { channel: "email", result: "sent" },
    { channel: "email", result: "gone" },
    { channel: "email", result: "failed" },
  ]);
});
