import { Download } from "@/lib/http/download";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { myExpensesView } from "@/lib/views/my-data";

export const GET = handler(
  operations.exportMyExpenses,
  async ({ viewer }) => new Download("evenly-my-expenses.csv", myExpensesView(viewer)),
);
