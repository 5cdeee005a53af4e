/** What browsers do to a control that is disabled while it has the focus; jsdom leaves it there. */
export function loseFocus(): void {
  const other = document.body.appendChild(document.createElement("input"));
  other.focus();
  other.remove();
}
