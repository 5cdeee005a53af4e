import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { whyView } from "@/lib/views/settlements";

export const GET = handler(operations.why, async ({ viewer, params, query }) => {
  const { why, nextCursor } = await whyView(viewer, params.id, query);
  return { rows: why, nextCursor };
});
