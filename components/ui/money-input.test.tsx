import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { ParsedAmount } from "@/lib/core/amounts";
import { MoneyInput } from "./money-input";

function Form({ tell }: { tell: (parsed: ParsedAmount) => void }) {
  const [text, setText] = useState("");
  return (
    <MoneyInput
      label="Amount"
      value={text}
      onChange={(typed, parsed) => {
        setText(typed);
        tell(parsed);
      }}
    />
  );
}

async function type(text: string) {
  const tell = jest.fn<void, [ParsedAmount]>();
  render(<Form tell={tell} />);
  const input = screen.getByLabelText("Amount");
  await userEvent.setup().type(input, text);
  return { input, last: tell.mock.lastCall?.[0] };
}

test.each([
  ["12", 1200],
  ["1,234.50", 123450],
  ["$8.7", 870],
  ["12,50", 1250],
  ["3*4.50+2", 1550],
])("%s is kept as typed and means %d cents", async (typed, cents) => {
  const { input, last } = await type(typed);
  expect(input).toHaveValue(typed);
  expect(last).toEqual({ ok: true, cents });
});

test.each(["abc", "1.999", "0"])("%s is kept as typed and reports the problem", async (typed) => {
  const { input, last } = await type(typed);
  expect(input).toHaveValue(typed);
  expect(last).toMatchObject({ ok: false, problem: expect.stringMatching(/\w+.*\.$/) });
});

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
  const { input } = await type("20");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(input, "+");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(input, "4,50");
  expect(screen.getByRole("status")).toHaveTextContent("= $24.50");
});

test("inserts an operator at the caret", async () => {
  const { input, last } = await type("125");
  expect(last).toMatchObject({ cents: 12500 });
  (input as HTMLInputElement).setSelectionRange(2, 2);
  await userEvent.click(await screen.findByRole("button", { name: "Times", hidden: true }));
  expect(input).toHaveValue("12×5");
  expect(screen.getByRole("status")).toHaveTextContent("= $60.00");
});
