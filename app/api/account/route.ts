import { deleteAccount } from "@/lib/db/account/delete";
import { handler } from "@/lib/server/handler";

export const DELETE = handler("deleteAccount", ({ viewer }) => deleteAccount(viewer._id));
