/**
 * Focuses an element that is not a control; also as its ref. Focusable only while it has the focus; otherwise it would
 * react to clicks.
 */
export function focusOnce(target: HTMLElement | null, options?: FocusOptions): void {
  if (!target) return;
  if (!target.hasAttribute("tabindex")) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus(options);
}
