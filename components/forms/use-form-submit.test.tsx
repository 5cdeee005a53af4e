import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ApiError } from "@/lib/api-client";
import { singleLine } from "@/lib/schemas/rules";
import { CurrentUserProvider } from "@/components/session/current-user";
import { TextField } from "@/components/ui/field";
import { toast, Toaster } from "@/components/ui/toast";
import { saveDraft } from "./form-draft";
import { FormNotice } from "./form-notice";
import { useFormSubmit, type Sent } from "./use-form-submit";

const rules = {
  title: singleLine("Please enter a group name.", 60),
  note: singleLine("Please say more.", 200),
};

function TestForm({
  send,
}: {
  send: (key: string, values: { title: string; note: string }) => Promise<Sent>;
}) {
  const [values, setValues] = useState({ title: "", note: "" });
  const form = useFormSubmit({
    rules,
    values,
    fields: ["title", "note"],
    send: (key) => send(key, values),
    restore: setValues,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextField
        label="Title"
        error={form.errorOf("title")}
        value={values.title}
        onChange={(event) => setValues({ ...values, title: event.target.value })}
      />
      <TextField
        label="Note"
        error={form.errorOf("note")}
        value={values.note}
        onChange={(event) => setValues({ ...values, note: event.target.value })}
      />
      <FormNotice problem={form.formProblem} />
      <button disabled={form.busy}>Save</button>
    </form>
  );
}

function show(send: Parameters<typeof TestForm>[0]["send"]) {
  return render(
    <CurrentUserProvider user={{ id: "ana", name: "Ana", email: "ana@demo.test", picture: "" }}>
      <TestForm send={send} />
      <Toaster />
    </CurrentUserProvider>,
  );
}

const fill = async () => {
  await userEvent.type(screen.getByLabelText("Title"), "Home");
  await userEvent.type(screen.getByLabelText("Note"), "Rent");
};

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => act(() => toast.clear()));

test("says only the first problem, beside its field, which gets the focus; nothing is sent", async () => {
  const send = jest.fn();
  show(send);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(screen.getByLabelText("Title")).toHaveFocus();
  expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("Please enter a group name.");
  expect(send).not.toHaveBeenCalled();
});

test("a field's problem goes once that field changes, not with another, and comes back only by sending", async () => {
  const send = jest.fn();
  show(send);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await userEvent.type(screen.getByLabelText("Note"), "Rent");
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(screen.getByLabelText("Title")).toBeInvalid();

  await userEvent.type(screen.getByLabelText("Title"), "H");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByLabelText("Title")).toBeValid();
  expect(screen.getByLabelText("Title")).toHaveFocus();
  await userEvent.keyboard("{Backspace}");
  expect(screen.queryByRole("alert")).toBeNull();

  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(send).not.toHaveBeenCalled();
});

test("a problem that arrives after the field was changed is still said", async () => {
  let refuse: (error: ApiError) => void = () => {};
  show(() => new Promise<Sent>((_resolve, reject) => (refuse = reject)));
  await fill();
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText("Note"), "!");
  refuse(new ApiError(422, "invalid", "Check.", { note: ["Please use fewer words."] }));
  expect(await screen.findByText("Please use fewer words.")).toBeVisible();
});

test("the form's own problem stays while fields change", async () => {
  show(() => Promise.reject(new ApiError(0, "network", null)));
  await fill();
  await userEvent.keyboard("{Enter}");
  const problem = await screen.findByText("Something went wrong. Please try again.");
  await userEvent.type(screen.getByLabelText("Note"), "!");
  await userEvent.type(screen.getByLabelText("Title"), "!");
  expect(problem).toBeVisible();
});

test("a server's problem with a field stands beside it, any other at the form; what was typed stays", async () => {
  const send = jest
    .fn()
    .mockRejectedValueOnce(new ApiError(422, "invalid", "Check.", { note: ["Please use fewer words."] }))
    .mockRejectedValueOnce(new ApiError(0, "network", null));
  show(send);
  await fill();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Please use fewer words.")).toBeVisible();
  expect(screen.getByLabelText("Note")).toBeInvalid();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Note")).toBeValid();
  expect(screen.getByLabelText("Title")).toHaveValue("Home");
});

test("a retry of the same content keeps its key, changed content gets a new one", async () => {
  const keys: string[] = [];
  show(async (key) => {
    keys.push(key);
    throw new ApiError(0, "network", null);
  });
  await fill();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("!{Enter}");
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a second Enter while sending sends nothing, and the form stays busy while it leaves", async () => {
  let finish: (sent: Sent) => void = () => {};
  const send = jest.fn(() => new Promise<Sent>((resolve) => (finish = resolve)));
  show(send);
  await fill();
  await userEvent.keyboard("{Enter}{Enter}");
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  finish("leaving");
  await userEvent.keyboard("{Enter}");
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("when the session ends, what was typed comes back after signing in again", async () => {
  const { unmount } = show(async () => {
    throw new ApiError(401, "unauthenticated", "Please sign in.");
  });
  await fill();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Your session has ended.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in again" })).toHaveAttribute("href", "/");
  unmount();

  show(jest.fn());
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveValue("Home"));
  expect(screen.getByLabelText("Note")).toHaveValue("Rent");
});

describe("a draft", () => {
  const title = () => screen.getByLabelText("Title");
  const fails = () => Promise.reject(new ApiError(0, "network", null));

  test("an untouched form leaves none behind, nor one that was typed back to what it was", async () => {
    show(jest.fn());
    expect(localStorage).toHaveLength(0);
    await userEvent.type(title(), "H");
    expect(localStorage).toHaveLength(1);
    await userEvent.type(title(), "{Backspace}");
    expect(localStorage).toHaveLength(0);
  });

  test("is kept with each key, and is there again with the offer to discard it", async () => {
    const first = show(jest.fn());
    await fill();
    first.unmount();

    show(jest.fn());
    expect(await screen.findByText("Draft restored.")).toBeVisible();
    expect(title()).toHaveValue("Home");
    expect(screen.getByLabelText("Note")).toHaveValue("Rent");
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(title()).toHaveValue("");
    expect(localStorage).toHaveLength(0);
  });

  test("stays where saving fails, and goes once it is saved", async () => {
    const send = jest.fn().mockImplementationOnce(fails).mockResolvedValueOnce("leaving");
    show(send);
    await fill();
    await userEvent.keyboard("{Enter}");
    expect(localStorage).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    expect(send).toHaveBeenCalledTimes(2);
    expect(localStorage).toHaveLength(0);
  });

  test("sent without an answer, it is sent again with the same key", async () => {
    const keys: string[] = [];
    const send = (key: string) => {
      keys.push(key);
      return fails();
    };
    const first = show(send);
    await fill();
    await userEvent.keyboard("{Enter}");
    first.unmount();
    show(send);
    await screen.findByText("Draft restored.");
    await userEvent.type(title(), "{Enter}");
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test("its offer goes with the form", async () => {
    saveDraft("ana", location.pathname, {
      values: { title: "Home", note: "" },
      untouched: { title: "", note: "" },
      attempt: null,
    });
    const { rerender } = show(jest.fn());
    expect(await screen.findByText("Draft restored.")).toBeVisible();
    rerender(<Toaster />);
    expect(screen.queryByText("Draft restored.")).toBeNull();
  });
});
