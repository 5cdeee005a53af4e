/** How long the row of a new expense stands out, in milliseconds. */
const NEW_FOR = 6000;

let added: string | null = null;

/** Notes that an expense was added: its row in the event's list stands out for a moment. */
export function markAdded(id: string): void {
  added = id;
  setTimeout(() => {
    if (added === id) added = null;
  }, NEW_FOR);
}

export const isJustAdded = (id: string): boolean => added === id;
