import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { minimalView } from "@/lib/views/plans";

export const GET = handler(operations.minimalPayments, ({ viewer, params }) =>
  minimalView(viewer, params.eventId),
);
