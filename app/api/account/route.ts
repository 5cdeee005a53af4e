import { deleteAccount } from "@/lib/db/delete-account";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.deleteAccount, async ({ viewer }) => {
  await deleteAccount(viewer._id);
  return SUCCESS;
});
