import { addGuest } from "@/lib/db/guests";
import { handler } from "@/lib/server/handler";
import { guestsView } from "@/lib/views/guests";
import { toPerson } from "@/lib/views/serialize";

export const GET = handler("listGuests", ({ viewer, params }) => guestsView(viewer, params.groupId));

export const POST = handler("addGuest", async ({ viewer, ids, body, idempotencyKey }) =>
  toPerson(await addGuest(viewer._id, ids.groupId, body.name, idempotencyKey)),
);
