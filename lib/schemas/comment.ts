import { z } from "zod";
import { text } from "./fields";
import { commentRule } from "./expense-rules";

/** POST /api/expenses/{expenseId}/comments */
export const comment = z.object({ text: text(commentRule) });
