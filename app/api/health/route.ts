import { pingDatabase } from "@/lib/db/client";
import { publicHandler } from "@/lib/http/public-handler";

/**
 * 200 with the database's round-trip time; 503 if it does not answer. Needs no session, so that monitors can use it.
 */
export const GET = publicHandler(async () => {
  const roundTripMs = await pingDatabase();
  const up = roundTripMs !== null;
  return Response.json(
    { status: up ? "ok" : "unavailable", database: { roundTripMs } },
    { status: up ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
});
