import { z } from "zod";
import { actorId, amount, line, people, reference, rev } from "./fields";

const required = "Description and amount are required.";
const fields = {
  description: line(required, 200),
  amount: amount(required),
  splitWith: people("Please select participants."),
};

/** POST /api/expenses. `amount` in dollars comes out as cents (spec section 5). */
export const createExpense = z.object({ eventId: reference, paidBy: actorId, ...fields });

/** PUT /api/expenses/{expenseId} */
export const editExpense = z.object({ ...fields, rev });
