import type { Delivery } from "./message";

// What the errors of nodemailer mean.

type Refusal = { code?: string; command?: string; response?: string; responseCode?: number };

/** Bad mailbox, host, or syntax; moved or disabled; no mail host (RFC 3463, RFC 7505). A full mailbox is temporary. */
const NO_SUCH_ADDRESS = /^5\d\d[ -]5\.(1\.([1236]|10)|2\.1)\b/;
const ENHANCED = /^5\d\d[ -]5\.\d+\.\d+\b/;
/** Without an enhanced code: no such mailbox, mailbox moved, host takes no mail (RFC 5321, RFC 7504). */
const NO_MAILBOX = [550, 551, 556];
/** A mail server that does not trust this one rejects every recipient. */
const REFUSES_US = /relay|auth|denied|policy|spam|block|black|reputation|verif/i;

/** `gone` only if the mail server permanently rejects the recipient as nonexistent: any other failure may be temporary. */
export function deliveryOf(error: unknown): Delivery {
  const { command, response = "", responseCode = 0 } = error as Refusal;
  if (command !== "RCPT TO") return "failed";
  const isGone = ENHANCED.test(response)
    ? NO_SUCH_ADDRESS.test(response)
    : NO_MAILBOX.includes(responseCode) && !REFUSES_US.test(response);
  return isGone ? "gone" : "failed";
}

const BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: "The mail server rejected the user or the password in SMTP_URL.",
  EDNS: "The host in SMTP_URL was not found.",
  ECONNECTION: "The mail server closed the connection.",
  ETIMEDOUT: "The mail server did not respond in time.",
  ETLS: "The TLS handshake with the mail server failed.",
  ESOCKET:
    "The mail server cannot be reached, or its certificate is not valid. Check the host and port in SMTP_URL: " +
    "smtps:// is for port 465, smtp:// for 587 and 25.",
};

/** What went wrong, for the operator, without the server's response. */
export function problemOf(error: unknown): string {
  const { code = "", command, responseCode = 0 } = error as Refusal;
  const later = responseCode >= 400 && responseCode < 500 ? " for now" : "";
  if (command === "MAIL FROM") return `The mail server rejected the sender, MAIL_FROM${later}.`;
  if (command === "RCPT TO") return `The mail server rejected the recipient${later}.`;
  if (command === "DATA") return `The mail server rejected the email${later}.`;
  return BY_CODE[code] ?? "The email could not be sent.";
}
