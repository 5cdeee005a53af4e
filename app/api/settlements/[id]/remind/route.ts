import { remind } from "@/lib/db/notices/remind";
import { handler } from "@/lib/server/handler";

export const POST = handler("remind", ({ viewer, ids }) => remind(viewer._id, ids.id));
