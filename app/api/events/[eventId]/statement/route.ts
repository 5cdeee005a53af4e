import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { statementView } from "@/lib/answers/statement";

export const GET = handler(operations.eventStatement, ({ viewer, params }) =>
  statementView(viewer, params.eventId),
);
