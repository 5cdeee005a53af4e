import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { newActivityCount } from "@/lib/views/activity";

export const GET = handler(operations.newActivity, async ({ viewer }) => ({
  count: await newActivityCount(viewer),
}));
