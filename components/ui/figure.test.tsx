import { render } from "@testing-library/react";
import { Figure } from "./figure";

test.each([
  [999_999, "$9,999.99"],
  [25_019_510, "$250,195.10"],
])("%i cents are %s", (cents, text) => {
  const { container } = render(<Figure cents={cents} />);
  expect(container).toHaveTextContent(text);
});
