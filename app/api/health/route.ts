import { pingDatabase } from "@/lib/db/client";
import { publicHandler } from "@/lib/http/public-handler";

/** 200 with the database's round-trip time; 503 where it does not answer. Open to monitors: no session. */
export const GET = publicHandler(async () => {
  const roundTripMs = await pingDatabase();
  const up = roundTripMs !== null;
  return Response.json(
    { status: up ? "ok" : "unavailable", database: { roundTripMs } },
    { status: up ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
});
