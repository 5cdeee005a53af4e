import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfirmDialog } from "./confirm-dialog";

const question = "Are you sure you want to delete this event?";

function show(props: { busy?: boolean } = {}) {
  const onConfirm = jest.fn();
  const onCancel = jest.fn();
  render(
    <ConfirmDialog
      open
      question={question}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      onConfirm={onConfirm}
      onCancel={onCancel}
      {...props}
    />,
  );
  return { onConfirm, onCancel, user: userEvent.setup() };
}

test("asks the exact question as an alertdialog, with the focus on Cancel", () => {
  show();
  expect(screen.getByRole("alertdialog", { name: question })).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
});

test("Enter on the new dialog cancels, so that a stray key destroys nothing", async () => {
  const { onConfirm, onCancel, user } = show();
  await user.keyboard("{Enter}");
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(onConfirm).not.toHaveBeenCalled();
});

test("Escape cancels", async () => {
  const { onConfirm, onCancel, user } = show();
  await user.keyboard("{Escape}");
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(onConfirm).not.toHaveBeenCalled();
});

test("the confirm button confirms, once", async () => {
  const { onConfirm, onCancel, user } = show();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onCancel).not.toHaveBeenCalled();
});

test("while busy, it shows that, and can be neither confirmed nor canceled", async () => {
  const { onConfirm, onCancel, user } = show({ busy: true });
  const yes = screen.getByRole("button", { name: "Deleting…" });
  expect(yes).toBeDisabled();
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await user.click(yes);
  await user.keyboard("{Escape}");
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
});
