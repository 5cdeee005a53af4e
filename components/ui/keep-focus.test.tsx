import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { loseFocus } from "@/testing/components/lose-focus";
import { keepFocus } from "./keep-focus";

const Rows = ({ names }: { names: string[] }) => (
  <section>
    <h2>Rows</h2>
    {names.length > 0 ? (
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button ref={keepFocus}>{name}</button>
          </li>
        ))}
      </ul>
    ) : null}
    <a href="/elsewhere">elsewhere</a>
  </section>
);

const button = (name: string) => screen.getByRole("button", { name });

test("Enter in a text field that presses the button keeps the focus in the field", async () => {
  const send = jest.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <input />
      <button ref={keepFocus}>Save</button>
    </form>,
  );
  await userEvent.type(screen.getByRole("textbox"), "Home{Enter}");
  expect(send).toHaveBeenCalled();
  expect(screen.getByRole("textbox")).toHaveFocus();
  await userEvent.click(button("Save"));
  expect(button("Save")).toHaveFocus();
});

/** Renders the rows a, b, and c with the focus on one; the returned function keeps only the named ones. */
function show(focused: string) {
  const { rerender } = render(<Rows names={["a", "b", "c"]} />);
  button(focused).focus();
  return async (...names: string[]) => {
    rerender(<Rows names={names} />);
    // The focus moves after React has rendered.
    await act(async () => {});
  };
}

test.each([
  ["to the next row", "b", ["a", "c"], "c"],
  ["to the row before where there is no next", "c", ["a", "b"], "b"],
  ["past rows that go at the same time", "a", ["c"], "c"],
])("the focus moves to %s", async (_label, focused, left, heir) => {
  await show(focused)(...left);
  expect(button(heir)).toHaveFocus();
});

test("after the last row, the heading gets it, as long as it exists", async () => {
  await show("b")();
  const heading = screen.getByRole("heading", { name: "Rows" });
  expect(heading).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole("link")).toHaveFocus();
  expect(heading).not.toHaveAttribute("tabindex");
});

test("without its section, the heading of the page gets it", async () => {
  const page = (rows: boolean) => (
    <main>
      <h1>Page</h1>
      {rows ? <Rows names={["a"]} /> : null}
    </main>
  );
  const { rerender } = render(page(true));
  button("a").focus();
  rerender(page(false));
  await act(async () => {});
  expect(screen.getByRole("heading", { name: "Page" })).toHaveFocus();
});

test("without its page, what replaces it at the same address gets it, but not another screen", async () => {
  const settled = (
    <main key="settled">
      <a href="/event">Back</a>
    </main>
  );
  for (const path of ["/", "/elsewhere"]) {
    history.replaceState(null, "", "/");
    const { rerender, unmount } = render(
      <main key="rows">
        <Rows names={["a"]} />
      </main>,
    );
    button("a").focus();
    history.replaceState(null, "", path);
    rerender(settled);
    await act(async () => {});
    expect(document.activeElement).toBe(path === "/" ? screen.getByRole("link") : document.body);
    unmount();
  }
});

test("outside of a list, the rest of its parent gets it", async () => {
  const part = (gives: boolean) => (
    <p>
      Adds up.
      {gives ? <button ref={keepFocus}>give</button> : null}
    </p>
  );
  const { rerender } = render(part(true));
  button("give").focus();
  rerender(part(false));
  await act(async () => {});
  expect(screen.getByText("Adds up.")).toHaveFocus();
});

test("only a focused row passes the focus on, and only if nothing else has it", async () => {
  const leave = show("b");
  await leave("b", "c");
  expect(button("b")).toHaveFocus();
  screen.getByRole("link").focus();
  await leave("c");
  expect(screen.getByRole("link")).toHaveFocus();
  act(() => screen.getByRole("link").blur());
  await leave();
  expect(document.body).toHaveFocus();
});

test("a re-enabled button gets the focus back, unless it has moved", async () => {
  const { rerender } = render(<Work busy={false} />);
  const work = async (leave?: () => void) => {
    button("work").focus();
    rerender(<Work busy />);
    loseFocus();
    expect(document.body).toHaveFocus();
    leave?.();
    rerender(<Work busy={false} />);
    await act(async () => {});
  };
  await work();
  expect(button("work")).toHaveFocus();
  await work(() => screen.getByRole("link").focus());
  expect(screen.getByRole("link")).toHaveFocus();
});

function Work({ busy }: { busy: boolean }) {
  return (
    <>
      <button ref={keepFocus} disabled={busy}>
        work
      </button>
      <a href="/elsewhere">elsewhere</a>
    </>
  );
}
