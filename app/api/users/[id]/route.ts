import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { profileScreen } from "@/lib/views";

export const GET = handler(operations.getUser, ({ viewer, params }) => profileScreen(viewer, params.id));
