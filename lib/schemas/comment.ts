import { z } from "zod";
import { text } from "./fields";

const MISSING = "Write a comment.";

/** POST /api/expenses/{expenseId}/comments */
export const comment = z.object({ text: text(500, MISSING).pipe(z.string().min(1, MISSING)) });
