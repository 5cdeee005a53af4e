import { handler } from "@/lib/server/handler";
import { summaryView } from "@/lib/views/friends";

export const GET = handler("friendSummary", ({ viewer }) => summaryView(viewer));
