import "server-only";
import { createTransport, type SentMessageInfo, type Transporter } from "nodemailer";
import { unsubscribeToken } from "@/lib/auth/unsubscribe";
import { shorten, toLine } from "@/lib/core/text/text";
import { env } from "@/lib/env";
import { unsubscribePath } from "@/lib/link-paths";
import { log } from "@/lib/log";
import { noticeSettingsPath } from "@/lib/paths";
import { countNotice } from "@/lib/server/http/count-notice";
import { cleaned, mailParts } from "./mail-template";
import { deliveryOf, problemOf } from "./mail-refusals";
import type { Delivery, Message } from "./message";

/** The timeout for each step of the mail server. */
const TIMEOUT_MS = 10_000;
const MAX_SUBJECT = 150;

let opened: { url: string; transport: Transporter<SentMessageInfo> } | undefined;
/** The last problem that was logged; cleared when an email is sent. */
let logged: string | undefined;

/** Whether emails can be sent. Their links need AUTH_URL. */
export function mailAvailable(): boolean {
  const { SMTP_URL, AUTH_URL } = env();
  return Boolean(SMTP_URL && AUTH_URL);
}

/**
 * Sends a notice by email.
 * @returns `gone` if the mail server says that the address does not exist; any other problem is `failed` and is logged once
 */
export async function sendMail(to: { email: string; userId: string }, message: Message): Promise<Delivery> {
  const result = await post(to.email, message, to.userId).then(sent, refused);
  countNotice("email", result);
  return result;
}

function sent(): Delivery {
  logged = undefined;
  return "sent";
}

function refused(error: unknown): Delivery {
  const result = deliveryOf(error);
  const { code, responseCode: status, command } = error as { [name: string]: unknown };
  const problem = problemOf(error);
  // One line per outage, not per email, and without the address or the server's response, which may contain it.
  if (result === "failed" && problem !== logged) log.warn({ code, status, command }, problem);
  if (result === "failed") logged = problem;
  return result;
}

/**
 * Hands an email to the mail server.
 * @param userId the person whom the unsubscribe links are for; without it, there are no such links
 * @returns the server's answer
 * @throws Error of nodemailer
 */
export async function post(email: string, message: Message, userId?: string): Promise<string> {
  const { SMTP_URL, MAIL_FROM, AUTH_URL } = env();
  if (!SMTP_URL || !MAIL_FROM || !AUTH_URL) throw new Error("Set SMTP_URL, MAIL_FROM, and AUTH_URL.");
  const { origin, hostname } = new URL(AUTH_URL);
  const at = (path: string) => new URL(`${origin}/${path.replace(/^[/\\]+/, "")}`).href;
  const token = userId && unsubscribeToken(userId);
  const { response } = await transportTo(SMTP_URL).sendMail({
    from: MAIL_FROM,
    to: { name: "", address: email },
    subject: shorten(cleaned(toLine, message.title), MAX_SUBJECT),
    ...mailParts(message, {
      open: at(message.path),
      settings: at(noticeSettingsPath),
      unsubscribe: token && at(unsubscribePath(token)),
    }),
    messageId: `<${message.id.replace(/[^\w.-]/g, "")}@${hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(token && {
        "List-Unsubscribe": `<${at(`/api${unsubscribePath(token)}`)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return response;
}

/** The connections to the mail server, which are reused. Options in the URL override these. */
function transportTo(smtpUrl: string): Transporter<SentMessageInfo> {
  if (opened?.url === smtpUrl) return opened.transport;
  opened?.transport.close();
  const url = new URL(smtpUrl);
  const defaults = {
    // A serverless function is frozen between requests, and so would its connections be.
    pool: env().serverless === undefined,
    maxRequeues: 1,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Without it, a man in the middle could have the password sent in the clear.
    ...(url.password && url.protocol === "smtp:" && { requireTLS: true }),
  };
  for (const [name, value] of Object.entries(defaults))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  opened = { url: smtpUrl, transport: createTransport(url.href) };
  return opened.transport;
}

/** Closes the connections to the mail server and resets this module. */
export function closeMail(): void {
  opened?.transport.close();
  opened = logged = undefined;
}
