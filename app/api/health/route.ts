import { pingDatabase } from "@/lib/db/client";
import { RETRY_AFTER } from "@/lib/errors";
import { json } from "@/lib/server/http/json-response";
import { publicHandler } from "@/lib/server/http/public-handler";

/** 200 with the database's round-trip time; 503 if it is unreachable. Needs no session, so that monitors can use it. */
export const GET = publicHandler(async () => {
  const roundTripMs = await pingDatabase();
  const database = { roundTripMs };
  if (roundTripMs === null) return json({ status: "unavailable", database }, 503, RETRY_AFTER);
  return json({ status: "ok", database });
});
