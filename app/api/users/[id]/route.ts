import { handler } from "@/lib/server/handler";
import { profileView } from "@/lib/views/people";

export const GET = handler("getUser", ({ viewer, params }) => profileView(viewer, params.id));
