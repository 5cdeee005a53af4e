import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CopyLinkButton } from "../links/copy-link-button";
import { DemoSignIn } from "./demo-sign-in";
import { EntryScreen } from "./entry-screen";
import { GoogleButton } from "./google-button";
import { PasteLink } from "./paste-link";
import { GuestForms } from "../guests/guest-forms";
import { whole } from "@/testing/components/whole-text";

const userAgent = (value: string) => jest.spyOn(window.navigator, "userAgent", "get").mockReturnValue(value);
afterEach(() => jest.restoreAllMocks());

const BANNER = "Google Login may not work in this browser.";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IN_INSTAGRAM = `${IPHONE} Mobile/15E148 Instagram 320.0.0.0`;
const PIXEL =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0";

describe("the in-app browser banner", () => {
  it.each([
    ["Instagram", IN_INSTAGRAM],
    ["Facebook", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.0]`],
    ["Messenger", `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/450.0]`],
    ["TikTok", `${PIXEL} Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6`],
    ["LinkedIn", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29`],
    ["WeChat", `${PIXEL} Mobile Safari/537.36 MicroMessenger/8.0.47`],
    ["Snapchat", `${IPHONE} Mobile/15E148 Snapchat/12.80.0`],
    ["a bare web view", `${PIXEL} Mobile Safari/537.36`],
  ])("warns in %s", (_label, agent) => {
    userAgent(agent);
    render(<EntryScreen>ways in</EntryScreen>);
    expect(screen.getByText(BANNER)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("open this page in a regular browser");
  });

  it("copies the page's address, or shows it if it cannot", async () => {
    const user = userEvent.setup();
    userAgent(IN_INSTAGRAM);
    const { unmount } = render(<EntryScreen>ways in</EntryScreen>);
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(location.href);
    expect(await screen.findByRole("button", { name: "Link copied" })).toBeVisible();
    unmount();

    jest.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
    render(<EntryScreen>ways in</EntryScreen>);
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await screen.findByText(location.href)).toBeVisible();
  });

  it("has a counterpart on the screens of links, which shows the address in a browser without a clipboard", async () => {
    const user = userEvent.setup();
    jest.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
    render(<CopyLinkButton />);
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await screen.findByText(location.href)).toBeVisible();
  });

  it.each([
    ["Safari", `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`],
    [
      "Chrome",
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Mobile Safari/537.36",
    ],
    ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:123.0) Gecko/20100101 Firefox/123.0"],
  ])("is hidden in %s", (_label, agent) => {
    userAgent(agent);
    render(<EntryScreen>ways in</EntryScreen>);
    expect(screen.queryByText(BANNER)).toBeNull();
  });
});

describe("the entry screen", () => {
  it("names the product, shows a message, and clears the previous user's data", () => {
    localStorage.setItem("user", "{}");
    render(<EntryScreen message="You have signed out.">ways in</EntryScreen>);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Evenly");
    expect(screen.getByRole("status")).toHaveTextContent("You have signed out.");
    expect(localStorage.getItem("user")).toBeNull();
  });

  it("explains the product in three steps", () => {
    render(<EntryScreen>ways in</EntryScreen>);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Add a dinner.",
      "We split it.",
      "Tap Settle.",
    ]);
  });

  it("has a Google button with a pill shape, 200 px wide", () => {
    render(<GoogleButton mark={null} />);
    expect(screen.getByRole("button", { name: "Sign in with Google" })).toHaveClass(
      "w-[200px]",
      "rounded-full",
    );
  });

  it("offers each demo person as a form, and a field for other names", () => {
    const people = [
      { name: "Ana Silva", email: "ana.silva@demo.test" },
      { name: "Ben Carter", email: "ben.carter@demo.test" },
    ];
    const { container } = render(<DemoSignIn people={people} target={{ join: "t" }} />);
    for (const { name, email } of people) {
      const form = screen.getByRole("button", { name }).closest("form");
      expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ join: "t", email });
      expect([form?.method, form?.getAttribute("action")]).toEqual(["post", "/api/sign-in"]);
    }
    const field = container.querySelector<HTMLInputElement>("details [type=email]");
    const validity = (value: string) => {
      field!.value = value;
      return field!.validity.valid;
    };
    expect(["zoe.fox@demo.test", "zoe@example.org", ""].map(validity)).toEqual([true, false, false]);
  });
});

test("the form of someone else scrolls into view when it opens", async () => {
  const intoView = jest.fn();
  Element.prototype.scrollIntoView = intoView;
  const { container } = render(<DemoSignIn people={[]} />);
  await userEvent.click(screen.getByText("Someone else"));
  await waitFor(() => expect(intoView.mock.instances).toEqual([container.querySelector("details")]));
});

test("one guest is a button; of several, each is a row with their picture", () => {
  const guests = ["Nina", "Tom"].map((name) => ({ _id: name, name }));
  const show = (some: typeof guests) => <GuestForms token="t" user="" guests={some} active={[]} open />;
  const { rerender } = render(show(guests.slice(0, 1)));
  expect(screen.getByRole("button", { name: "I'm Nina" })).toHaveClass("button-primary");
  expect(screen.queryByRole("list")).toBeNull();
  rerender(show(guests));
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["NI'm Nina", "TI'm Tom"]);
  expect(screen.getByRole("button", { name: "I'm Tom" })).not.toHaveClass("button-primary");
});

test("a guest who takes part elsewhere moves here with their own link, or asks a member", () => {
  const active = [{ _id: "n1", name: "Nina" }];
  const fieldsOf = (name: string) => {
    const form = screen.getByRole<HTMLButtonElement>("button", { name }).form!;
    return Object.fromEntries(new FormData(form));
  };
  const { rerender } = render(<GuestForms token="t" user="" guests={[]} active={active} open={false} />);
  expect(fieldsOf("Use this device instead")).toEqual({ user: "", guestId: "n1", ifActive: "replace" });
  expect(fieldsOf("Use both: ask a member")).toEqual({ user: "", guestId: "n1", ifActive: "ask" });
  rerender(<GuestForms token="t" user="" guests={[]} active={active} open />);
  expect(screen.queryByRole("button", { name: "Use this device instead" })).toBeNull();
  expect(screen.getByText("Already in, on another device?")).toBeVisible();
  rerender(<GuestForms token="t" user="olga" guests={[]} active={active} open={false} />);
  expect(fieldsOf("Use this device instead")).toMatchObject({ user: "olga" });
  expect(screen.queryByRole("button", { name: "Use both: ask a member" })).toBeNull();
});

test("a name that a guest has leads to that guest, before the same person is added twice", () => {
  const [nina, tom] = ["Nina", "Tom"].map((name) => ({ _id: name, name }));
  const show = (refused: string, user = "") => (
    <GuestForms {...{ token: "t", user, guests: [tom!], active: [nina!], open: true, refused }} />
  );
  const { rerender } = render(show(" nína"));
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent(/Nina.* is in this group already\..*a member confirms this one/);
  const title = within(alert).getByText(whole("Nina is in this group already."));
  expect(within(title).getByText("Nina")).toHaveAttribute("translate", "no");
  const fields = () =>
    Object.fromEntries(new FormData(within(alert).getByRole<HTMLButtonElement>("button").form!));
  expect(fields()).toEqual({ user: "", guestId: "Nina", ifActive: "ask" });
  expect(screen.getByLabelText("Someone else? Your name")).toHaveValue(" nína");
  rerender(show("tom"));
  expect(fields()).toEqual({ user: "", guestId: "Tom" });
  // A guest of another group cannot ask.
  rerender(show("Nina", "olga"));
  expect(within(alert).queryByRole("button")).toBeNull();
  rerender(show("Zoe"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a pasted link of another host is refused, and stays to be corrected", async () => {
  render(<PasteLink />);
  await userEvent.click(screen.getByText("Paste your invite link"));
  const field = screen.getByLabelText("Invite link");
  await userEvent.type(field, "https://other.example/join/AbCdEf0123456789_-AbCd");
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByRole("alert")).toHaveTextContent(
    `This link leads to other.example. Only links from ${location.host} work here.`,
  );
  expect(field).toHaveValue("https://other.example/join/AbCdEf0123456789_-AbCd");
  expect(field).toHaveAttribute("aria-invalid", "true");
});
