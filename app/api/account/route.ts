import { deleteAccount } from "@/lib/db/account/delete";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const DELETE = handler(operations.deleteAccount, ({ viewer }) => deleteAccount(viewer._id));
