import { handler } from "@/lib/server/handler";
import { whyView } from "@/lib/views/settlements";

export const GET = handler("why", ({ viewer, params, query }) => whyView(viewer, params.id, query));
