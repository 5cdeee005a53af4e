import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link } from "./link";

let mockPush: (href: string) => void = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ push: (href: string) => mockPush(href) }) }));

const link = () => screen.getByRole("link", { name: "Rowers" });

test("opens its screen within the application, and is pending until it is there", async () => {
  let arrive = () => {};
  const screenOf = new Promise<string>((resolve) => (arrive = () => resolve("/groups")));
  function App() {
    const [shown, show] = useState<string | Promise<string>>("/");
    // Like Next's router: the next screen is awaited while this one is shown.
    mockPush = () => show(screenOf);
    return <Page shown={shown} />;
  }
  const Page = ({ shown }: { shown: string | Promise<string> }) => (
    <>
      <Link href="/groups">Rowers</Link>
      <p>{shown}</p>
    </>
  );
  const { container } = render(<App />);
  const pending = () => container.querySelector("a > .link-pending");
  expect(pending()).toBeNull();
  await act(async () => link().click());
  expect(pending()).not.toBeNull();
  await act(async () => arrive());
  expect(screen.getByText("/groups")).toBeVisible();
  expect(pending()).toBeNull();
});

test.each(["Meta", "Control", "Shift", "Alt"])("with %s, the browser opens it", async (key) => {
  const push = (mockPush = jest.fn());
  const followed = jest.fn((event: Event) => {
    const follows = !event.defaultPrevented;
    event.preventDefault();
    return follows;
  });
  window.addEventListener("click", followed, { once: true });
  render(<Link href="/groups">Rowers</Link>);
  const user = userEvent.setup();
  await user.keyboard(`{${key}>}`);
  await user.click(link());
  expect(followed).toHaveReturnedWith(true);
  expect(push).not.toHaveBeenCalled();
});

test("goes nowhere if its own handler has done something else", async () => {
  const push = (mockPush = jest.fn());
  render(
    <Link href="/groups" onClick={(event) => event.preventDefault()}>
      Rowers
    </Link>,
  );
  await userEvent.setup().click(link());
  expect(push).not.toHaveBeenCalled();
});
