import { render } from "@testing-library/react";
import { Amount } from "./amount";

const text = (element: React.ReactElement) => render(element).container.textContent;

test.each([
  ["cents", <Amount key="" cents={123450} />, "$1,234.50"],
  ["dollars", <Amount key="" dollars={8.7} />, "$8.70"],
  ["a negative neutral amount", <Amount key="" cents={-1234} />, "−$12.34"],
  ["owed, told by a sign", <Amount key="" cents={4210} tone="owed" />, "+$42.10"],
  ["owing, told by a sign", <Amount key="" cents={-4210} tone="owe" />, "−$42.10"],
  ["owing, told by other text", <Amount key="" cents={-4210} tone="owe" words="" />, "$42.10"],
  ["owing, as a positive size", <Amount key="" dollars={42.1} tone="owe" />, "−$42.10"],
  ["owed, told by words", <Amount key="" cents={4210} tone="owed" words="owes you" />, "owes you $42.10"],
  ["owing, told by words", <Amount key="" cents={-4210} tone="owe" words="you owe" />, "you owe $42.10"],
])("%s", (_, element, shown) => {
  expect(text(element)).toBe(shown);
});
