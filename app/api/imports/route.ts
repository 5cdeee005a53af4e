import { ObjectId } from "mongodb";
import { createImport } from "@/lib/db/imports";
import { requireId, toId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { importResponse, importsView } from "@/lib/views/imports";

export const GET = handler("listImports", ({ viewer, query }) => importsView(viewer, query.groupId, query));

export const POST = handler("createImport", async ({ viewer, body, idempotencyKey }) => {
  const { groupId, source, total, people, eventId, newEvent, events = [] } = body;
  const into = eventId
    ? { kind: "event" as const, eventId: requireId(eventId) }
    : newEvent
      ? { kind: "new" as const, ...newEvent }
      : body.monthly
        ? { kind: "monthly" as const }
        : { kind: "file" as const, events };
  const record = await createImport(
    {
      _id: new ObjectId(),
      groupId: requireId(groupId),
      creator: viewer._id,
      source,
      total,
      into,
      people: people.map(({ name, userId }) => ({ name, user: toId(userId) })),
    },
    idempotencyKey,
  );
  return importResponse(record);
});
