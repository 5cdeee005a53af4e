import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MoneyInput } from "./money-input";

function Form() {
  const [text, setText] = useState("");
  return <MoneyInput label="Amount" value={text} onChange={setText} />;
}

async function type(text: string) {
  render(<Form />);
  const input = screen.getByLabelText("Amount");
  await userEvent.setup().type(input, text);
  return input;
}

test.each(["12", "1,234.50", "$8.7", "12,50", "3*4.50+2", "abc", "1.999", "0"])(
  "%s is kept as typed",
  async (typed) => expect(await type(typed)).toHaveValue(typed),
);

test("phones show the decimal keypad, and browsers no arrows or wheel changes", () => {
  render(<MoneyInput label="Amount" value="5" onChange={() => {}} />);
  expect(screen.getByLabelText("Amount")).toHaveAttribute("inputmode", "decimal");
  expect(screen.getByLabelText("Amount")).toHaveAttribute("type", "text");
});

test("the caller's error is connected to the field", () => {
  render(<MoneyInput label="Amount" value="" error="Please enter an amount." onChange={() => {}} />);
  expect(screen.getByLabelText("Amount")).toBeInvalid();
  expect(screen.getByLabelText("Amount")).toHaveAccessibleDescription("Please enter an amount.");
});

test("shows the result of arithmetic while typing, but not of a plain number", async () => {
  const input = await type("20");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(input, "+");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(input, "4,50");
  expect(screen.getByRole("status")).toHaveTextContent("= $24.50");
});

test("inserts an operator at the caret", async () => {
  const input = await type("125");
  (input as HTMLInputElement).setSelectionRange(2, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Times", hidden: true }));
  expect(input).toHaveValue("12×5");
  expect(screen.getByRole("status")).toHaveTextContent("= $60.00");
});
