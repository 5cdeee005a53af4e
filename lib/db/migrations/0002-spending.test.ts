import { useTestDatabase } from "@/testing/database";
import { seedIfEmpty } from "@/lib/seed/seed-if-empty";
import { entriesOf } from "@/lib/core/spending";
import { getDb } from "../client";
import { collections } from "../collections";
import { deleteEvent } from "../events/delete";
import { prepareDatabase } from "../prepare";

useTestDatabase();

test("data of version 1.0.0 gets the spending that the writes keep, also of deleted events", async () => {
  await seedIfEmpty(7);
  const { events, spending } = await collections();
  const deleted = (await events.findOne({ expenseCount: { $gt: 1 }, deletedAt: null }))!;
  await deleteEvent(deleted.createdBy, deleted._id);
  const figures = async () =>
    (await spending.find().sort({ _id: 1 }).toArray()).map(
      ({ deletedAt, deletedWith, figures: stored, ...rest }) => ({
        ...rest,
        deleted: [deletedAt, deletedWith],
        // Of someone without a share there may be a zero.
        shares: entriesOf({ month: rest.month, figures: stored })
          .map((one) => JSON.stringify(one))
          .sort(),
      }),
    );
  const kept = await figures();
  expect(kept.some(({ deleted: [deletedAt] }) => deletedAt)).toBe(true);
  const db = await getDb();
  await spending.deleteMany({});
  for (let run = 0; run < 2; run++) {
    await db.collection("prepared").deleteMany({});
    await prepareDatabase(db);
    expect((await figures()).filter(({ shares }) => shares.length > 0)).toEqual(
      kept.filter(({ shares }) => shares.length > 0),
    );
  }
});
