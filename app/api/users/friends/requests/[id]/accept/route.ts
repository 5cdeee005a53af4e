import { acceptFriendship } from "@/lib/db/requests/friend";
import { handler } from "@/lib/server/handler";

export const PUT = handler("acceptFriendRequest", ({ viewer, ids }) => acceptFriendship(viewer._id, ids.id));
