import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { friendsView } from "@/lib/views/people";

export const GET = handler(operations.listFriends, ({ viewer }) => friendsView(viewer));
