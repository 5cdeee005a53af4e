/** Matches the element that contains exactly this text, of which parts have elements of their own, such as amounts. */
export const whole = (text: string) => (_: string, element: Element | null) =>
  element?.textContent === text && ![...element.children].some((child) => child.textContent === text);
