import { handler } from "@/lib/server/handler";
import { statementView } from "@/lib/views/statements";

export const GET = handler("eventStatement", ({ viewer, params }) => statementView(viewer, params.eventId));
