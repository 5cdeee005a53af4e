/** Focuses an element that is no control. It is focusable only until it loses the focus: it would react to clicks. */
export function focusOnce(target: HTMLElement, options?: FocusOptions): void {
  if (!target.hasAttribute("tabindex")) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus(options);
}
