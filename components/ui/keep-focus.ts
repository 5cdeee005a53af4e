import { focusOnce } from "./focus-once";

// A control that is removed, or disabled while it works, drops the keyboard focus, and the next Tab starts at the top
// of the page. These helpers move the focus on, but only if it was lost.

const CONTROL = "a[href], button:not(:disabled)";

const nothingHasFocus = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses the first control in `container`, or `container` itself if it has none. Does nothing if another element has
 * the focus.
 * @param from an element that may lose the focus
 * @param preferred selector of the control to prefer
 */
export function focusOn(container?: Element | null, from?: Element | null, preferred = CONTROL): void {
  if (!container || !(nothingHasFocus() || (from && document.activeElement === from))) return;
  const target =
    container.querySelector<HTMLElement>(preferred) ?? container.querySelector(CONTROL) ?? container;
  if (!(target instanceof HTMLElement)) return;
  if (target === container) focusOnce(target);
  else target.focus();
}

/**
 * Remembers where the focus goes after `element` is removed: the rest of its row, else the next row, else the
 * previous row, else the heading of its section, else the heading of the page, else what replaces the page at the same
 * address. Outside of a list, its parent is the row. If `element` has a `data-action`, a control with the same one is
 * preferred.
 * @param path the address of the page
 * @returns moves the focus; call it after the element is removed
 */
export function focusAfter(element: Element, path = location.pathname): () => void {
  const row = element.closest("li");
  // With those of the lists beside it: a day that loses its only row disappears with its list.
  const lists = row?.parentElement?.parentElement;
  const rows = row ? [...(lists?.querySelectorAll(":scope > * > li") ?? [])] : [element.parentElement];
  const at = row ? rows.indexOf(row) : 0;
  const headings = ["section", "main"].map((part) => element.closest(part)?.querySelector("h1, h2, h3"));
  const places = [...rows.slice(at), ...rows.slice(0, at).reverse(), ...headings];
  const action = element.getAttribute("data-action");
  const preferred = action ? `[data-action="${action}"]` : undefined;
  return () =>
    focusOn(
      places.find((container) => container?.isConnected) ??
        (location.pathname === path ? document.querySelector("main") : null),
      null,
      preferred,
    );
}

/**
 * A ref for a control that disappears, or is disabled for a while, when it is pressed. The focus moves to a neighbor,
 * or returns when the control is enabled again.
 */
export function keepFocus(control: HTMLElement | null): (() => void) | undefined {
  if (!control) return undefined;
  const path = location.pathname;
  let held = document.activeElement === control;
  const enter = () => (held = true);
  // Some browsers fire blur when a focused control is disabled, some do not. The user has not moved the focus.
  const leave = () => (held = control.matches(":disabled"));
  // A key that is still held down must not press the next control.
  const hold = (event: KeyboardEvent) => event.repeat && event.key === "Enter" && event.preventDefault();
  // Safari does not focus a button that is clicked. Without detail: Enter in a text field, which keeps the focus.
  const press = ({ detail }: MouseEvent) => detail > 0 && control.focus();
  const ended = new AbortController();
  const { signal } = ended;
  control.addEventListener("click", press, { signal });
  control.addEventListener("keydown", hold, { signal });
  control.addEventListener("focus", enter, { signal });
  control.addEventListener("blur", leave, { signal });
  const enabled = new MutationObserver(() => {
    if (held && nothingHasFocus() && !control.matches(":disabled")) control.focus();
  });
  enabled.observe(control, { attributeFilter: ["disabled"] });

  return () => {
    ended.abort();
    enabled.disconnect();
    if (!held) return;
    const moveOn = focusAfter(control, path);
    // React detaches refs before it changes the page.
    queueMicrotask(() => {
      if (!control.isConnected) moveOn();
    });
  };
}
