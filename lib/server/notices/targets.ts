import "server-only";
import { stopEmail } from "@/lib/db/notices/settings";
import type { Targets } from "./deliver";
import { mailAvailable, sendMail } from "./mail";

/** Where a person's messages go. What does not exist any more is forgotten. */
export const targets: Targets = {
  push: async () => [],
  email: async ({ _id, email }) => {
    if (!email || !mailAvailable()) return [];
    const to = { email, userId: _id.toHexString() };
    return [
      {
        id: "email",
        send: async (message) => {
          // A mailbox shows the subject first.
          const [title = message.title] = message.text.split("\n");
          const result = await sendMail(to, { ...message, title });
          if (result === "gone") await stopEmail(_id, "bounced");
          return result;
        },
      },
    ];
  },
};
