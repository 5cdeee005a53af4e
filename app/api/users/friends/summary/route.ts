import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { summaryView } from "@/lib/views/people";

export const GET = handler(operations.friendSummary, ({ viewer }) => summaryView(viewer));
