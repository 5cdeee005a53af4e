/** Fired at the window when balances may have changed (spec section 4). */
export const SETTLEMENTS_CHANGED = "settlementsChanged";

/** Announces that balances may have changed, which refreshes the screen. Not needed before navigating. */
export function announceSettlementsChanged(): void {
  window.dispatchEvent(new Event(SETTLEMENTS_CHANGED));
}
