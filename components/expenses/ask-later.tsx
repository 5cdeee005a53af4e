import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import type { Expense } from "@/lib/contract/expenses";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";

/** What is changed: this occurrence, or this and later ones; null: nothing. */
export type Which = "this" | "later" | null;

/**
 * Asks which occurrences to change, if more are to come and the viewer may change them. If the list cannot be loaded, it
 * asks, too, and the server refuses what is not allowed.
 * @param show shows a question in the form; null removes it
 */
export async function askLater(
  { description, series }: Pick<Expense, "description" | "series">,
  groupId: string,
  show: (question: ReactNode) => void,
): Promise<Which> {
  const list = await call("GET /api/groups/{groupId}/series", { params: { groupId } }).catch(() => null);
  if (list && !list.some(({ _id, mayChange }) => _id === series && mayChange)) return "this";
  return new Promise((resolve) => {
    const answer = (which: Which) => {
      show(null);
      resolve(which);
    };
    show(
      <Dialog
        open
        role="alertdialog"
        title="Change this one or this and later ones?"
        onClose={() => answer(null)}
      >
        <p className="text-muted">
          “<Bdi>{description}</Bdi>” repeats. Later ones keep their days.
        </p>
        <DialogActions>
          <Button variant="primary" onClick={() => answer("this")}>
            This one
          </Button>
          <Button variant="primary" onClick={() => answer("later")}>
            This and later ones
          </Button>
          <Button variant="secondary" data-autofocus onClick={() => answer(null)}>
            Cancel
          </Button>
        </DialogActions>
      </Dialog>,
    );
  });
}
