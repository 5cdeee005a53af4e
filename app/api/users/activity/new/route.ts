import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { newActivityCount } from "@/lib/views/activity";

export const GET = handler(operations.newActivity, async ({ viewer }) => ({
  count: await newActivityCount(viewer),
}));
