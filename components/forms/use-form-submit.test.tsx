import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { useState } from "react";
import { ApiError } from "@/lib/client/call";
import { singleLine } from "@/lib/contract/rules/rule";
import { CurrentUserProvider } from "@/components/session/current-user";
import { TextField } from "@/components/ui/field";
import { loseFocus } from "@/testing/components/lose-focus";
import { router } from "@/testing/components/show-screen";
import { Toaster } from "@/components/ui/toast";
import { getDraft, saveDraft } from "@/components/offline/drafts";
import { takeReturnPath } from "@/components/session/return-path";
import { FormNotice } from "./form-notice";
import { useFormSubmit, type Sent } from "./use-form-submit";

const rules = {
  title: singleLine(60, "Please enter a group name."),
  note: singleLine(200, "Please say more."),
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
    entered: values,
    body: values,
    fields: ["title", "note"],
    send: async (key) => {
      const sent = await send(key, values);
      if (!sent) setValues({ title: "", note: "" });
      return sent;
    },
    restore: setValues,
  });
  return (
    <form {...form.props}>
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
    <AppRouterContext value={router}>
      <CurrentUserProvider user={{ id: "ana", name: "Ana", email: "ana@demo.test", picture: "" }}>
        <TestForm send={send} />
        <Toaster />
      </CurrentUserProvider>
    </AppRouterContext>,
  );
}

/** Waits until the form can be sent again. */
const untilIdle = () => waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());

const fill = async () => {
  await userEvent.type(screen.getByLabelText("Title"), "Home");
  await userEvent.type(screen.getByLabelText("Note"), "Rent");
};

beforeEach(() => history.replaceState(null, "", "/"));

test("shows only the first error, at its field, focuses the field, and sends nothing", async () => {
  const send = jest.fn();
  show(send);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(screen.getByLabelText("Title")).toHaveFocus();
  expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("Please enter a group name.");
  expect(send).not.toHaveBeenCalled();
});

test("a field's error disappears when that field changes, and returns only on submit", async () => {
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

test("an error that arrives after the field was changed is shown", async () => {
  let refuse: (error: ApiError) => void = () => {};
  show(() => new Promise<Sent>((_resolve, reject) => (refuse = reject)));
  await fill();
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText("Note"), "!");
  refuse(new ApiError(422, "invalid", "Check.", { note: ["Please use fewer words."] }));
  expect(await screen.findByText("Please use fewer words.")).toBeVisible();
});

test("the form's own error stays while fields change", async () => {
  show(() => Promise.reject(new ApiError(0, "network", null)));
  await fill();
  await userEvent.keyboard("{Enter}");
  const problem = await screen.findByText("Something went wrong. Please try again.");
  await userEvent.type(screen.getByLabelText("Note"), "!");
  await userEvent.type(screen.getByLabelText("Title"), "!");
  expect(problem).toBeVisible();
});

test("a server error is shown at its field, any other at the form; the input stays, the screen is refreshed", async () => {
  const send = jest
    .fn()
    .mockRejectedValueOnce(new ApiError(422, "invalid", "Check.", { note: ["Please use fewer words."] }))
    .mockRejectedValueOnce(new ApiError(0, "network", null));
  show(send);
  await fill();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Please use fewer words.")).toBeVisible();
  expect(screen.getByLabelText("Note")).toBeInvalid();
  await untilIdle();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Note")).toBeValid();
  expect(screen.getByLabelText("Title")).toHaveValue("Home");
  // The server refused the first one, perhaps because the screen is outdated.
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("a retry keeps its key, also with other content, of which the server then says that the first was saved", async () => {
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
  expect(new Set(keys).size).toBe(1);
});

test.each<[string, ApiError, same: boolean]>([
  ["what was saved with other values", new ApiError(409, "conflict", null), false],
  ["a refusal", new ApiError(422, "invalid", null), true],
  ["the end of the session", new ApiError(401, "unauthenticated", null), true],
  ["a proxy's answer", new ApiError(408, "internal", null), true],
  ["an outage", new ApiError(503, "unavailable", null), true],
])(
  "after %s, a retry has another key only if the user has been told that it was saved",
  async (_, error, same) => {
    const keys: string[] = [];
    show(async (key) => {
      keys.push(key);
      throw error;
    });
    await fill();
    await userEvent.keyboard("{Enter}");
    await untilIdle();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0] === keys[1]).toBe(same);
  },
);

test("a request that may have been made keeps its key while the session ends", async () => {
  const keys: string[] = [];
  show(async (key) => {
    keys.push(key);
    throw keys.length === 2 ? new ApiError(401, "unauthenticated", null) : new ApiError(0, "network", null);
  });
  await fill();
  for (const _ of [1, 2, 3]) await userEvent.keyboard("{Enter}");
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test("a second Enter while sending sends nothing, and the form stays busy while it leaves", async () => {
  let finish: (sent: Sent) => void = () => {};
  const send = jest.fn(() => new Promise<Sent>((resolve) => (finish = resolve)));
  show(send);
  await fill();
  await userEvent.keyboard("{Enter}{Enter}");
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  finish("/groups");
  await userEvent.keyboard("{Enter}");
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  expect(router.replace).toHaveBeenCalledWith("/groups");
});

test("who leaves the form while it is being sent stays on their screen, which is refreshed", async () => {
  let finish: (sent: Sent) => void = () => {};
  history.replaceState(null, "", "/create-group");
  const { unmount } = show(() => new Promise<Sent>((resolve) => (finish = resolve)));
  await fill();
  await userEvent.keyboard("{Enter}");
  expect(localStorage).toHaveLength(1);
  unmount();
  history.replaceState(null, "", "/friends");
  finish("/groups");
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  expect(router.replace).not.toHaveBeenCalled();
  // The draft was saved, so it is not restored.
  expect(localStorage).toHaveLength(0);
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

test.each([
  [
    "after a failure, the button that was pressed",
    () => Promise.reject(new ApiError(0, "network", null)),
    "Save",
  ],
  ["after saving, the button of a form that stays", () => Promise.resolve(), "Save"],
  [
    "after the server blames a field, the field",
    () => Promise.reject(new ApiError(422, "invalid", "Check.", { note: ["Please say more."] })),
    "Note",
  ],
])("%s has the focus, which is lost while busy", async (_label, response, focused) => {
  let respond = () => {};
  const answered = new Promise<void>((resolve) => (respond = resolve));
  show(() => answered.then(response));
  await fill();
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(save).toBeDisabled();
  loseFocus();
  await act(async () => respond());
  expect(save).toBeEnabled();
  expect(focused === "Save" ? save : screen.getByLabelText(focused)).toHaveFocus();
});

test("the return path keeps its query", async () => {
  history.replaceState(null, "", "/add-expense?copy=1");
  show(async () => {
    throw new ApiError(401, "unauthenticated", "Please sign in.");
  });
  await fill();
  await userEvent.keyboard("{Enter}");
  const link = await screen.findByRole("link", { name: "Sign in again" });
  expect(takeReturnPath("ana")).toBe("/add-expense?copy=1");
  // jsdom cannot follow the link.
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await userEvent.click(link);
  expect(takeReturnPath("ana")).toBe("/add-expense?copy=1");
});

describe("a draft", () => {
  const title = () => screen.getByLabelText("Title");
  const fails = () => Promise.reject(new ApiError(0, "network", null));

  test("is not saved for an untouched form, nor for one restored by hand", async () => {
    show(jest.fn());
    expect(localStorage).toHaveLength(0);
    await userEvent.type(title(), "H");
    expect(localStorage).toHaveLength(1);
    await userEvent.type(title(), "{Backspace}");
    expect(localStorage).toHaveLength(0);
  });

  test("is saved on each keystroke, and is restored with an offer to discard it", async () => {
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

  test("survives a failed save, and is deleted after a successful one", async () => {
    const send = jest.fn().mockImplementationOnce(fails).mockResolvedValueOnce("/groups");
    show(send);
    await fill();
    await userEvent.keyboard("{Enter}");
    expect(localStorage).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    expect(send).toHaveBeenCalledTimes(2);
    expect(localStorage).toHaveLength(0);
  });

  test("the offer to discard it ends when it is saved", async () => {
    const first = show(jest.fn());
    await fill();
    first.unmount();
    show(jest.fn().mockResolvedValue(undefined));
    await screen.findByText("Draft restored.");
    await userEvent.type(title(), "{Enter}");
    await waitFor(() => expect(screen.queryByText("Draft restored.")).toBeNull());
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

  test("sent without an answer, it is restored as it was sent, whatever the defaults are now", async () => {
    const untouched = { title: "", note: "First default" };
    const values = { title: "Home", note: "First default" };
    const attempt = { key: "k1", values, body: values, at: 0 };
    saveDraft("ana", location.pathname, { values, untouched, attempt });
    const send = jest.fn(fails);
    show(send);
    await screen.findByText("Draft restored.");
    expect(screen.getByLabelText("Note")).toHaveValue("First default");
    await userEvent.type(title(), "{Enter}");
    expect(send).toHaveBeenCalledWith("k1", values);
  });

  test("of another tab stays when this tab's form is saved", async () => {
    const values = { title: "Two", note: "Rent" };
    show(async () => {
      saveDraft("ana", location.pathname, { values, untouched: { title: "", note: "" }, attempt: null });
      return "/groups";
    });
    await fill();
    await userEvent.keyboard("{Enter}");
    expect(getDraft("ana", location.pathname)).toMatchObject({ values });
  });

  test("of another tab stays, also if that tab saved it before this one sent", async () => {
    const values = { title: "Two", note: "Rent" };
    show(async () => "/groups");
    await fill();
    saveDraft("ana", location.pathname, { values, untouched: { title: "", note: "" }, attempt: null });
    await userEvent.keyboard("{Enter}");
    expect(getDraft("ana", location.pathname)).toMatchObject({ values });
  });

  describe("in two tabs", () => {
    /** What the browser tells the other tabs when one of them writes. */
    const otherTabs = () => {
      const events: StorageEvent[] = [];
      const tell = (key: string, newValue: string | null) =>
        events.push(new StorageEvent("storage", { key, newValue }));
      const { setItem, removeItem } = Storage.prototype;
      jest.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
        tell(key, value);
        setItem.call(this, key, value);
      });
      jest.spyOn(Storage.prototype, "removeItem").mockImplementation(function (this: Storage, key) {
        tell(key, null);
        removeItem.call(this, key);
      });
      return () => act(() => events.splice(0).forEach((event) => window.dispatchEvent(event)));
    };
    afterEach(() => jest.restoreAllMocks());

    const tab = (send: Parameters<typeof show>[0]) => {
      const { container, unmount } = show(send);
      const inTab = within(container);
      return { unmount, title: inTab.getByLabelText("Title"), note: inTab.getByLabelText("Note") };
    };

    test("it is sent with one key, from whichever", async () => {
      const send = jest.fn(() => new Promise<Sent>(() => {}));
      const first = tab(send);
      await userEvent.type(first.title, "Home");
      await userEvent.type(first.note, "Rent");
      const second = tab(send);
      await waitFor(() => expect(second.note).toHaveValue("Rent"));
      await userEvent.type(first.note, "{Enter}");
      await userEvent.type(second.note, "{Enter}");
      expect(send.mock.calls).toEqual([send.mock.calls[0], send.mock.calls[0]]);
      expect(send).toHaveBeenCalledTimes(2);
    });

    test("what is changed in the second one has the key, too: the server says that the first one was saved", async () => {
      const send = jest.fn<Promise<Sent>, [string, object]>(async () => {
        throw new ApiError(409, "conflict", "This was already saved, with different values.");
      });
      const first = tab(() => new Promise<Sent>(() => {}));
      await userEvent.type(first.title, "Home");
      await userEvent.type(first.note, "Rent");
      const second = tab(send);
      await waitFor(() => expect(second.note).toHaveValue("Rent"));
      const key = (getDraft("ana", "/") as { item: string }).item;
      await userEvent.type(second.note, "!{Enter}");
      expect(await screen.findByText("This was already saved, with different values.")).toBeVisible();
      expect(second.note).toHaveValue("Rent!");
      // The user has been told.
      await waitFor(() => expect(screen.getAllByRole("button", { name: "Save" })[1]).toBeEnabled());
      await userEvent.type(second.note, "{Enter}");
      await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
      expect(send.mock.calls[0]?.[0]).toBe(key);
      expect(send.mock.calls[1]?.[0]).not.toBe(key);
    });

    test("the second one is cleared when the first one was sent, also if that was continued", async () => {
      const tell = otherTabs();
      const first = tab(async () => {});
      await userEvent.type(first.title, "Ho");
      const second = tab(jest.fn());
      await waitFor(() => expect(second.title).toHaveValue("Ho"));
      await userEvent.type(first.title, "me");
      await userEvent.type(first.note, "Rent{Enter}");
      await waitFor(() => expect(first.title).toHaveValue(""));
      tell();
      expect(second.title).toHaveValue("");
      expect(screen.queryByText("Draft restored.")).toBeNull();
      expect(screen.getAllByText("This was saved in another tab.")).not.toHaveLength(0);
      expect(getDraft("ana", "/")).toBeNull();
    });

    test("the first one is cleared when the second one was sent", async () => {
      const tell = otherTabs();
      const first = tab(jest.fn());
      await userEvent.type(first.title, "Home");
      await userEvent.type(first.note, "Rent");
      const second = tab(async () => {});
      await waitFor(() => expect(second.note).toHaveValue("Rent"));
      await userEvent.type(second.note, "{Enter}");
      await waitFor(() => expect(second.title).toHaveValue(""));
      tell();
      expect(first.title).toHaveValue("");
    });

    test("what was changed in the second one, and what is discarded in the first one, stay in it", async () => {
      const tell = otherTabs();
      const first = tab(async () => {});
      await userEvent.type(first.title, "Home");
      await userEvent.type(first.note, "Rent");
      const second = tab(jest.fn());
      await waitFor(() => expect(second.note).toHaveValue("Rent"));
      await userEvent.clear(first.title);
      await userEvent.clear(first.note);
      tell();
      expect(second.note).toHaveValue("Rent");
      await userEvent.type(second.note, "!");
      await userEvent.type(first.title, "Home");
      await userEvent.type(first.note, "Rent{Enter}");
      await waitFor(() => expect(first.title).toHaveValue(""));
      tell();
      expect(second.note).toHaveValue("Rent!");
    });
  });

  test("does not appear in a form with another query", async () => {
    const first = show(jest.fn());
    await fill();
    first.unmount();
    history.replaceState(null, "", "/?copy=1");
    const copy = show(jest.fn());
    expect(title()).toHaveValue("");
    copy.unmount();
    history.replaceState(null, "", "/");
    show(jest.fn());
    expect(title()).toHaveValue("Home");
  });

  test("a form that stays open after saving starts without one", async () => {
    show(jest.fn());
    await fill();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(title()).toHaveValue(""));
    expect(localStorage).toHaveLength(0);
    await userEvent.type(title(), "x");
    expect(localStorage).toHaveLength(1);
    await userEvent.keyboard("{Backspace}");
    expect(localStorage).toHaveLength(0);
  });

  test("its offer disappears with the form", async () => {
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
