import { handler } from "@/lib/server/handler";
import { historyView } from "@/lib/views/friends";

export const GET = handler("history", ({ viewer, params, query }) => historyView(viewer, params.id, query));
