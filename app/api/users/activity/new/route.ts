import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { newActivityCount } from "@/lib/answers/activity";

export const GET = handler(operations.newActivity, async ({ viewer }) => ({
  count: await newActivityCount(viewer),
}));
