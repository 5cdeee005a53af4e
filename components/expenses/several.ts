import { call, isOutdated, serverMessage } from "@/lib/client/call";
import { isolate } from "@/lib/core/text/isolate";
import { offerUndo } from "@/components/refresh/restore";
import { announceSettlementsChanged } from "@/components/refresh/settlements-changed";
import { toast } from "@/components/ui/toast";

// Moves or deletes expenses one by one; one message says which were refused and why.

export type EventRef = { _id: string; groupId: string };
export type Target = EventRef & { title: string };
export type Selected = { _id: string; description: string; rev?: number };

/** How many refused expenses the message names. */
const NAMED = 3;

const quoted = (text: string) => `“${isolate(text)}”`;

/** @returns whether all of them succeeded */
async function forAll(
  expenses: readonly Selected[],
  done: string,
  where: string,
  send: (expense: Selected) => Promise<unknown>,
  undo: (expense: Selected) => Promise<unknown>,
): Promise<boolean> {
  const sent: Selected[] = [];
  const refused: string[] = [];
  for (const expense of expenses) {
    try {
      await send(expense);
      sent.push(expense);
    } catch (error) {
      const reason = serverMessage(error);
      refused.push(expenses.length === 1 ? reason : `${quoted(expense.description)}: ${reason}`);
      // Not a refusal: the others would fail, too.
      if (!isOutdated(error)) break;
    }
  }
  announceSettlementsChanged();
  const named = refused.slice(0, NAMED);
  const more = expenses.length - sent.length - named.length;
  const why = [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
  if (sent.length === 0) {
    toast.error(why);
    return false;
  }
  const [one] = expenses as [Selected];
  const count = refused.length > 0 ? `${sent.length} of ${expenses.length}` : expenses.length;
  const what = expenses.length === 1 ? quoted(one.description) : `${count} expenses`;
  offerUndo(`${done} ${what}${where}${why && `. ${why}`}`, async () => {
    for (const expense of sent) await undo(expense);
  });
  return refused.length === 0;
}

const moveTo = (expenseId: string, eventId: string, rev?: number) =>
  call("PUT /api/expenses/{expenseId}/event", {
    params: { expenseId },
    body: { eventId, rev },
    // Repeating a move changes nothing.
    idempotencyKey: null,
  });

/** @param undone called after each expense that was moved back */
export const moveAll = (
  expenses: readonly Selected[],
  from: EventRef,
  to: Target,
  undone?: () => void,
): Promise<boolean> =>
  forAll(
    expenses,
    "Moved",
    ` to ${quoted(to.title)}`,
    ({ _id, rev }) => moveTo(_id, to._id, rev),
    ({ _id }) => moveTo(_id, from._id).then(undone),
  );

export const deleteAll = (expenses: readonly Selected[]): Promise<boolean> =>
  forAll(
    expenses,
    "Deleted",
    "",
    ({ _id }) => call("DELETE /api/expenses/{expenseId}", { params: { expenseId: _id } }),
    ({ _id }) => call("PUT /api/expenses/{expenseId}/restore", { params: { expenseId: _id } }),
  );
