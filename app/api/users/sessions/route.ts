import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { sessionsView } from "@/lib/views/account";

export const GET = handler(operations.listSessions, ({ viewer }) => sessionsView(viewer));
