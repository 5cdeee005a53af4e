import { deleteAccount } from "@/lib/db/delete-account";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteAccount, ({ viewer }) => deleteAccount(viewer._id));
