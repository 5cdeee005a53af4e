import { handler } from "@/lib/server/handler";
import { newActivityCount } from "@/lib/views/activity";

export const GET = handler("newActivity", async ({ viewer }) => ({
  count: await newActivityCount(viewer),
}));
