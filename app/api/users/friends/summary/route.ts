import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { summaryView } from "@/lib/views/friends";

export const GET = handler(operations.friendSummary, ({ viewer }) => summaryView(viewer));
