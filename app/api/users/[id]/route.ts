import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { profileView } from "@/lib/views/people";

export const GET = handler(operations.getUser, ({ viewer, params }) => profileView(viewer, params.id));
