import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { whyView } from "@/lib/views/why";

export const GET = handler(operations.why, async ({ viewer, params, query }) => {
  const { why, nextCursor } = await whyView(viewer, params.id, query);
  return { rows: why, nextCursor };
});
