import { configure } from "@testing-library/dom";

// What jsdom lacks and components rely on.

// jsdom has <dialog> without its methods. These do what the components rely on: showModal opens, Escape fires a
// cancelable "cancel" event, and close closes and restores the focus.

// A busy machine may need more than the default of one second for a rendering.
configure({ asyncUtilTimeout: 20_000 });

const openers = new WeakMap<HTMLDialogElement, Element | null>();

function onEscape(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== "Escape") return;
  if (this.dispatchEvent(new Event("cancel", { cancelable: true }))) this.close();
}

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  openers.set(this, document.activeElement);
  this.open = true;
  this.addEventListener("keydown", onEscape);
  this.querySelector<HTMLElement>("button, [href], input, select, textarea")?.focus();
};

HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.removeEventListener("keydown", onEscape);
  this.dispatchEvent(new Event("close"));
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
};

// jsdom has no popovers: their content is always there. Closing one restores the focus.
HTMLElement.prototype.hidePopover ??= function (this: HTMLElement) {
  document.querySelector<HTMLElement>(`[popovertarget="${this.id}"]`)?.focus();
};

// jsdom matches each rule of its style sheet with an element anew, which took a fifth of the time of these tests. There is no
// other sheet: elements that are alike in what it asks for have the same style.
const ASKED_FOR = ["hidden", "open", "type", "style"];
const styles = new Map<string, CSSStyleDeclaration>();
const { getComputedStyle } = window;
window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return getComputedStyle(element, pseudo);
  const key = JSON.stringify([element.localName, ...ASKED_FOR.map((name) => element.getAttribute(name))]);
  const style = styles.get(key) ?? getComputedStyle(element);
  styles.set(key, style);
  return style;
};
