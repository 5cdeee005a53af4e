import { guarded } from "@/testing/guarded";
import { securityTxt } from "./security-txt";

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

const NOW = Date.parse("2026-11-24T12:00:00Z");

function fieldsAt(headers: Record<string, string>, variables: Record<string, string> = {}) {
  process.env = { ...environment, ...variables };
  const text = securityTxt({ headers: new Headers(guarded(headers)), url: "http://localhost:3000/x" }, NOW);
  expect(text.endsWith("\n")).toBe(true);
  return Object.fromEntries(
    text
      .trimEnd()
      .split("\n")
      .map((line) => /^([\w-]+): (.+)$/.exec(line)!.slice(1)),
  ) as Record<string, string>;
}

test("names a contact at the public host, and expires within a year", () => {
  expect(fieldsAt({ host: "localhost:3000" }, { AUTH_URL: "https://evenly.example" })).toEqual({
    Contact: "mailto:security@evenly.example",
    Expires: "2027-02-22T12:00:00.000Z",
    "Preferred-Languages": "en",
    Canonical: "https://evenly.example/.well-known/security.txt",
  });
});

test.each(["https://evenly.example/contact", "mailto:ana@evenly.example"])(
  "names the contact of the settings: %s",
  (SECURITY_CONTACT) => expect(fieldsAt({}, { SECURITY_CONTACT })["Contact"]).toBe(SECURITY_CONTACT),
);

test.each(["ana@evenly.example", "http://evenly.example", "javascript:alert(1)"])(
  "a contact that is no https or mailto address is a mistake in the settings: %s",
  (SECURITY_CONTACT) => expect(() => fieldsAt({}, { SECURITY_CONTACT })).toThrow("SECURITY_CONTACT"),
);

test.each([
  [{ host: "evenly.lan:3000" }, "mailto:security@evenly.lan"],
  [{ "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" }, "mailto:security@evenly.example"],
  [{ host: "not a host" }, "mailto:security@localhost"],
])("without AUTH_URL, the host is the one that was asked: %j", (headers, contact) =>
  expect(fieldsAt(headers)["Contact"]).toBe(contact),
);
