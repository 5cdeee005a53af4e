import { handler } from "@/lib/server/handler";
import { sessionsView } from "@/lib/views/account";

export const GET = handler("listSessions", ({ viewer }) => sessionsView(viewer));
