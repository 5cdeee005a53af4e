// A control that is deleted, or disabled while it works, drops the keyboard's focus: the next Tab starts at the
// top of the page again. These helpers hand the focus on, and only where it was lost.

const CONTROL = "a[href], button:not(:disabled)";

const nothingHasFocus = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses the first control of `container`, or where it has none `container` itself. Does nothing when something else
 * has the focus.
 * @param from what may lose the focus all the same
 * @param preferred which control is the right one where there are several
 */
export function focusOn(container?: Element | null, from?: Element | null, preferred = CONTROL): void {
  if (!container || !(nothingHasFocus() || (from && document.activeElement === from))) return;
  const target =
    container.querySelector<HTMLElement>(preferred) ?? container.querySelector(CONTROL) ?? container;
  if (!(target instanceof HTMLElement)) return;
  if (target === container && !target.hasAttribute("tabindex")) {
    // Only for now: a heading or a row that can be focused for ever would answer to every click.
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus();
}

/**
 * Notes where the focus shall go once `element` is gone: to what is left of its row, else to the next row, else to
 * the one before, else to the heading of its section. With a `data-action` it goes to a control with the same one.
 * @returns goes there; to be called after the element is gone
 */
export function focusAfter(element: Element): () => void {
  const row = element.closest("li");
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row ? rows.indexOf(row) : 0;
  const heading = element.closest("section")?.querySelector("h1, h2, h3");
  const places = [...rows.slice(at), ...rows.slice(0, at).reverse(), heading];
  const action = element.getAttribute("data-action");
  const preferred = action ? `[data-action="${action}"]` : undefined;
  return () =>
    focusOn(
      places.find((container) => container?.isConnected),
      null,
      preferred,
    );
}

/**
 * A ref for a control that goes away, or is disabled for a while, when it is pressed: the focus goes on to a
 * neighbour, or comes back once the control can be used again.
 */
export function keepFocus(control: HTMLElement | null): (() => void) | undefined {
  if (!control) return undefined;
  let held = document.activeElement === control;
  const enter = () => (held = true);
  // Some browsers tell of the focus that a disabled control loses, some do not. Nobody has moved it.
  const leave = () => (held = control.matches(":disabled"));
  // A key that is still held down must not press the next control.
  const hold = (event: KeyboardEvent) => event.repeat && event.key === "Enter" && event.preventDefault();
  control.addEventListener("keydown", hold);
  control.addEventListener("focus", enter);
  control.addEventListener("blur", leave);
  const enabled = new MutationObserver(() => {
    if (held && nothingHasFocus() && !control.matches(":disabled")) control.focus();
  });
  enabled.observe(control, { attributeFilter: ["disabled"] });

  return () => {
    control.removeEventListener("keydown", hold);
    control.removeEventListener("focus", enter);
    control.removeEventListener("blur", leave);
    enabled.disconnect();
    if (!held) return;
    const moveOn = focusAfter(control);
    // React takes refs away before it changes the page.
    queueMicrotask(() => {
      if (!control.isConnected) moveOn();
    });
  };
}
