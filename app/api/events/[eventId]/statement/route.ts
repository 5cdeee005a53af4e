import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { statementView } from "@/lib/views/statements";

export const GET = handler(operations.eventStatement, ({ viewer, params }) =>
  statementView(viewer, params.eventId),
);
