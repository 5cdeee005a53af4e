import { requireId } from "@/lib/db/ids";
import { remind } from "@/lib/db/notices/remind";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const POST = handler(operations.remind, ({ viewer, params }) =>
  remind(viewer._id, requireId(params.id)),
);
