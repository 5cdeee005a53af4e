import "server-only";
import { ObjectId } from "mongodb";
import { latestDay } from "@/lib/core/series/time-zone";
import { lastMonthIn, monthBefore } from "@/lib/core/summary-month";
import { collections, withTransaction } from "../collections";
import { findAll } from "../page";
import { channelsOf } from "./settings";

/**
 * Makes the summaries of the last month, for those who asked for them and in whose time zone it is over. Each is one
 * transaction, which also notes that the person has it. Most of the time, one command finds that there are none.
 */
export async function makeSummaries(now: Date): Promise<void> {
  const { notices, users } = await collections();
  const latest = monthBefore(latestDay(now));
  for (const user of await findAll(users, { "notices.summaryOf": { $lt: latest }, deletedAt: null })) {
    const { timeZone, summaryOf = "" } = user.notices ?? {};
    const month = lastMonthIn(timeZone, now);
    if (month <= summaryOf) continue;
    const isSent = channelsOf(user.notices, "summary").length > 0;
    await withTransaction(async (session) => {
      const before = { _id: user._id, "notices.summaryOf": summaryOf };
      const noted = await users.updateOne(before, { $set: { "notices.summaryOf": month } }, { session });
      if (noted.modifiedCount === 0) return;
      const notice = {
        ...{
          _id: new ObjectId(),
          userId: user._id,
          kind: "summary" as const,
          key: `summary:${month}`,
          month,
        },
        ...{ groupId: null, eventId: null, activities: [], at: now, read: false, openUntil: now },
      };
      await notices.insertOne({ ...notice, ...(isSent && { sendAt: now }) }, { session });
    });
  }
}
