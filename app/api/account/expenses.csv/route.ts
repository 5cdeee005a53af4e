import { Download } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { myExpensesView } from "@/lib/views/account/my-data";

export const GET = handler(
  "exportMyExpenses",
  async ({ viewer }) => new Download("evenly-my-expenses.csv", myExpensesView(viewer)),
);
