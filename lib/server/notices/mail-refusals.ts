import type { Delivery } from "./message";

// What the errors of nodemailer mean.

type Refusal = { code?: string; command?: string; response?: string; responseCode?: number };

/** No such mailbox, host, or syntax, moved, no mail host; a mailbox that is disabled (RFC 3463, RFC 7505). A full one may pass. */
const NO_SUCH_ADDRESS = /^5\d\d[ -]5\.(1\.([1236]|10)|2\.1)\b/;
const ENHANCED = /^5\d\d[ -]5\.\d+\.\d+\b/;
/** Without such a code, what remains of these: no such mailbox, moved, and a host that takes no mail (RFC 5321, 7504). */
const NO_MAILBOX = [550, 551, 556];
/** A mail server that does not trust this one refuses every recipient. */
const REFUSES_US = /relay|auth|denied|policy|spam|block|black|reputation|verif/i;

/** `gone` only if the server permanently refuses the recipient for not existing: everything else may pass. */
export function deliveryOf(error: unknown): Delivery {
  const { command, response = "", responseCode = 0 } = error as Refusal;
  if (command !== "RCPT TO") return "failed";
  const isGone = ENHANCED.test(response)
    ? NO_SUCH_ADDRESS.test(response)
    : NO_MAILBOX.includes(responseCode) && !REFUSES_US.test(response);
  return isGone ? "gone" : "failed";
}

const BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: "The mail server refuses the user or the password of SMTP_URL.",
  EDNS: "The host of SMTP_URL is not known.",
  ECONNECTION: "The mail server closes the connection.",
  ETIMEDOUT: "The mail server does not answer in time.",
  ETLS: "The mail server and this one cannot agree on TLS.",
  ESOCKET:
    "The mail server cannot be reached, or its certificate is not valid. Check host and port of SMTP_URL: smtps:// is " +
    "for port 465, smtp:// for 587 and 25.",
};

/** What went wrong, for the operator, without what the server said. */
export function problemOf(error: unknown): string {
  const { code = "", command, responseCode = 0 } = error as Refusal;
  const later = responseCode >= 400 && responseCode < 500 ? " for now" : "";
  if (command === "MAIL FROM") return `The mail server refuses the sender, MAIL_FROM${later}.`;
  if (command === "RCPT TO") return `The mail server refuses the recipient${later}.`;
  if (command === "DATA") return `The mail server refuses the email${later}.`;
  return BY_CODE[code] ?? "The email cannot be sent.";
}
