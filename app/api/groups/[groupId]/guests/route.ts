import { addGuest } from "@/lib/db/guests";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { guestsView } from "@/lib/views/guests";
import { toPerson } from "@/lib/views/serialize";

export const GET = handler("listGuests", ({ viewer, params }) => guestsView(viewer, params.groupId));

export const POST = handler("addGuest", async ({ viewer, params, body, idempotencyKey }) =>
  toPerson(await addGuest(viewer._id, requireId(params.groupId), body.name, idempotencyKey)),
);
