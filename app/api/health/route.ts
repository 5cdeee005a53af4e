import { pingDatabase } from "@/lib/db/client";
import { openHandler } from "@/lib/open-handler";

/** 200 with the database's round-trip time; 503 where it does not answer. Open to monitors: no session. */
export const GET = openHandler(async () => {
  const roundTripMs = await pingDatabase();
  const up = roundTripMs !== null;
  return Response.json(
    { status: up ? "ok" : "unavailable", database: { roundTripMs } },
    { status: up ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
});
