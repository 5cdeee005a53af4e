import { handler } from "@/lib/server/handler";

export const GET = handler("revision", async ({ viewer: { revision = "" } }) => ({ revision }));
