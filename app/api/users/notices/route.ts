import { handler } from "@/lib/server/handler";
import { noticesView } from "@/lib/views/notices";

export const GET = handler("listNotices", ({ viewer, query }) => noticesView(viewer, query));
