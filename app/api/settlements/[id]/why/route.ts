import { handler } from "@/lib/server/handler";
import { whyView } from "@/lib/views/settlements";

export const GET = handler("why", async ({ viewer, params, query }) => {
  const { why, nextCursor } = await whyView(viewer, params.id, query);
  return { rows: why, nextCursor };
});
