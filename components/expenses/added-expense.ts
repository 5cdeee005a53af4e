/** How long the row of a new expense is highlighted, in milliseconds. */
const NEW_FOR = 6000;

let added: string | null = null;

/** Records that an expense was added, so that its row in the event's list is highlighted for a moment. */
export function markAdded(id: string): void {
  added = id;
  setTimeout(() => {
    if (added === id) added = null;
  }, NEW_FOR);
}

export const isJustAdded = (id: string): boolean => added === id;
