import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { noticesView } from "@/lib/views/notices";

export const GET = handler(operations.listNotices, ({ viewer, query }) => noticesView(viewer, query));
