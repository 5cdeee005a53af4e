import { requireSettlement } from "@/lib/access";
import { settle, unsettle } from "@/lib/db/settlements";
import { AppError, notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { namesOf, toSettlement } from "@/lib/serialize";

export const PUT = handler(operations.settle, async ({ viewer, params, body }) => {
  const { settlement, people } = await requireSettlement(viewer, params.id);
  const result = body.settled
    ? await settle(settlement._id, viewer._id, body.amount)
    : await unsettle(settlement._id);
  switch (result.outcome) {
    case "gone":
      throw notFound();
    case "already":
      throw new AppError(
        "conflict",
        body.settled ? "This payment is already settled." : "This payment is not settled.",
      );
    case "changed":
      throw new AppError("conflict", "The amount has changed. Reload to see the new one.");
    case "done":
      return toSettlement(result.settlement, namesOf(people)) ?? SUCCESS;
  }
});
