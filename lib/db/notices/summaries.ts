import "server-only";
import { ObjectId } from "mongodb";
import { latestDay } from "@/lib/core/series/time-zone";
import { monthBefore, monthOf } from "@/lib/core/spending";
import { lastMonthIn } from "@/lib/core/summary-month";
import { collections, withTransaction } from "../collections";
import { findAll } from "../page";
import { channelsOf } from "./settings";

/**
 * Makes the summaries of the last month, for users who want them and in whose time zone the month is over. Each is one
 * transaction, which also records that the person has it. Usually, one command finds that there are none.
 */
export async function makeSummaries(now: Date): Promise<void> {
  const { notices, users } = await collections();
  const latest = monthBefore(monthOf(latestDay(now)));
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
        _id: new ObjectId(),
        userId: user._id,
        kind: "summary" as const,
        key: `summary:${month}`,
        month,
        groupId: null,
        eventId: null,
        activities: [],
        at: now,
        read: false,
        openUntil: now,
      };
      await notices.insertOne({ ...notice, ...(isSent && { sendAt: now }) }, { session });
    });
  }
}
