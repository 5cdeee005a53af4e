import { render } from "@testing-library/react";
import { Figure } from "./figure";

test.each([
  [999_999, true, "+$9,999.99"],
  [25_019_510, true, "+$250K"],
  [123_456_789, true, "+$1.23M"],
  [25_019_510, false, "+$250,195.10"],
])("%i cents, small: %s, are %s", (cents, small, text) => {
  const { container } = render(<Figure cents={cents} small={small} max={1} sign="+" />);
  expect(container).toHaveTextContent(text);
});
