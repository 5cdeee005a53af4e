import { operations } from "@/lib/contract/operations";
import { handler } from "@/lib/server/handler";

export const GET = handler(operations.revision, async ({ viewer: { revision = "" } }) => ({ revision }));
