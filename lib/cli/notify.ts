import { parseArgs } from "node:util";
import { env } from "@/lib/env";
import { closeMail, post } from "@/lib/server/notices/mail";
import { problemOf } from "@/lib/server/notices/mail-refusals";
import { runCommand } from "./command";

const HELP = `npm run notify -- test ADDRESS
  Sends a test email to the address with SMTP_URL and MAIL_FROM, and prints what the mail server says.`;

void runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [what, address, more] = positionals;
  if (what !== "test" || !address || more) throw new Error(`Usage: ${HELP}`);
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new Error("This is not an email address.");
  const { SMTP_URL, AUTH_URL } = env();
  if (!SMTP_URL || !AUTH_URL)
    throw new Error("Set SMTP_URL, MAIL_FROM, and AUTH_URL, such as https://evenly.example.");
  const { host } = new URL(SMTP_URL);
  try {
    const answer = await post(address, {
      id: `test-${Date.now()}`,
      title: "Evenly can send email",
      text: "This is the test email you asked for. Emails about your groups look like this.",
      path: "/",
    });
    console.log(`${host} accepted the email: ${answer}`);
    console.log(
      "If it does not arrive or lands in spam, check the SPF and DKIM records of the domain in MAIL_FROM.",
    );
    return 0;
  } catch (error) {
    console.error(`${problemOf(error)}\n${host}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    closeMail();
  }
}, HELP);
