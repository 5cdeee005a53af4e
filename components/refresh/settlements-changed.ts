/** Fired at the window when balances may have changed (docs/rules.md#screens). */
export const SETTLEMENTS_CHANGED = "settlementsChanged";

/** Announces that balances may have changed, which refreshes the screen. Not needed before navigating. */
export function announceSettlementsChanged(): void {
  window.dispatchEvent(new Event(SETTLEMENTS_CHANGED));
}
