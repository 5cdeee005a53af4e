import { render, screen } from "@testing-library/react";
import { Field, Input, Textarea, TextField } from "./field";

test("the label names the control; without hint or error there is no description", () => {
  render(<TextField label="Group Title" />);
  const input = screen.getByLabelText("Group Title");
  expect(input).not.toHaveAttribute("aria-invalid");
  expect(input).not.toHaveAttribute("aria-describedby");
});

test("hint and error describe the control, and the error is announced", () => {
  render(<TextField label="Event title" hint="What did you do?" error="All fields are required." />);
  const input = screen.getByLabelText("Event title");
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription("What did you do? All fields are required.");
  expect(screen.getByRole("alert")).toHaveTextContent(/^All fields are required\.$/);
});

test("a cleared error leaves no trace", () => {
  const { rerender } = render(<TextField label="Title" error="Please enter a group name." />);
  rerender(<TextField label="Title" error={null} />);
  expect(screen.getByLabelText("Title")).toBeValid();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("hint, error, and label stay connected to a control with its own id", () => {
  render(
    <Field label="Note" id="note" error="Too long.">
      {(control) => <Textarea {...control} />}
    </Field>,
  );
  expect(screen.getByLabelText("Note")).toHaveAttribute("id", "note");
  expect(screen.getByLabelText("Note")).toHaveAccessibleDescription("Too long.");
});

test("a text has its own direction, on one line or on several", () => {
  render(
    <>
      <TextField label="Group Title" defaultValue="רחלה!" />
      <Field label="Note">{(control) => <Textarea {...control} />}</Field>
    </>,
  );
  for (const label of ["Group Title", "Note"])
    expect(screen.getByLabelText(label)).toHaveAttribute("dir", "auto");
});

test("a hidden label still names the control", () => {
  render(
    <Field label="Search by email" hideLabel>
      {(control) => <Input {...control} placeholder="Email" />}
    </Field>,
  );
  expect(screen.getByRole("textbox", { name: "Search by email" })).toBeVisible();
});

test("near the limit of a title, its characters are counted", () => {
  const field = (length: number) => (
    <TextField label="Title" maxLength={60} value={"x".repeat(length)} readOnly />
  );
  const { rerender } = render(field(49));
  expect(screen.queryByRole("status")).toBeNull();
  rerender(field(50));
  expect(screen.getByRole("status")).toHaveTextContent("50 of 60 characters");
});
