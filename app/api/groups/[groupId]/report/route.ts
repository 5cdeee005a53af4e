import { handler } from "@/lib/server/handler";
import { reportView } from "@/lib/views/report";

export const GET = handler("groupReport", ({ viewer, params, query }) =>
  reportView(viewer, params.groupId, query),
);
