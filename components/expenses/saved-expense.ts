/** How long the row of a new or changed expense is highlighted, in milliseconds. */
const NEW_FOR = 6000;

let saved: string | null = null;

/** Records that an expense was saved, so that its row in the event's list is highlighted for a moment. */
export function markSaved(id: string): void {
  saved = id;
  setTimeout(() => {
    if (saved === id) saved = null;
  }, NEW_FOR);
}

export const isJustSaved = (id: string): boolean => saved === id;
