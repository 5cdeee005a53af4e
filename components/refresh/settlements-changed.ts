/** Fired at the window when balances may have changed (spec section 4). */
export const SETTLEMENTS_CHANGED = "settlementsChanged";

/**
 * Announces that balances may have changed, which refreshes the screen.
 * @param leaving the application is about to navigate, so that no refresh is needed
 */
export function announceSettlementsChanged({ leaving = false } = {}): void {
  window.dispatchEvent(new CustomEvent(SETTLEMENTS_CHANGED, { detail: { leaving } }));
}

export function isLeaving(event: Event): boolean {
  return event instanceof CustomEvent && (event.detail as { leaving: boolean } | null)?.leaving === true;
}
