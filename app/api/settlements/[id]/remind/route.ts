import { requireId } from "@/lib/db/ids";
import { remind } from "@/lib/db/notices/remind";
import { handler } from "@/lib/server/handler";

export const POST = handler("remind", ({ viewer, params }) => remind(viewer._id, requireId(params.id)));
