/** What every screen that shows balances listens to (spec section 4). */
export const SETTLEMENTS_CHANGED = "settlementsChanged";

/** Tells all screens that who owes whom may have changed. */
export function announceSettlementsChanged(): void {
  window.dispatchEvent(new Event(SETTLEMENTS_CHANGED));
}
