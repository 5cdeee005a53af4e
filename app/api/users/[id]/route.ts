import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { profileView } from "@/lib/views/people";

export const GET = handler(operations.getUser, ({ viewer, params }) => profileView(viewer, params.id));
