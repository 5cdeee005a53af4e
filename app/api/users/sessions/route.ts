import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { sessionsView } from "@/lib/views/people";

export const GET = handler(operations.listSessions, ({ viewer }) => sessionsView(viewer));
