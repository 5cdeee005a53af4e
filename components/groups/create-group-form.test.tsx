import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { Person, User } from "@/lib/contract/people";
import { CreateGroupForm } from "./create-group-form";

const everybody: User[] = [
  { ...ben, email: "bok****@demo.test" },
  { ...cleo, email: "cle****@demo.test" },
];

// The current state on the server.
let friends = everybody;
let waiting: Person[] = [];
let sent: Sent[] = [];
let create: () => FakeResponse | undefined = () => ({ status: 201, body: group });
const posts = () => sent.filter(({ method }) => method === "POST");

beforeEach(() => {
  localStorage.clear();
  friends = everybody;
  waiting = [];
  create = () => ({ status: 201, body: group });
  sent = fakeApi(({ method, path }) => {
    if (method === "POST") return create();
    return { body: path.includes("/search") ? [friends[0]] : [] };
  });
});

const show = (icon = "/group-icons/bee.svg") =>
  showScreen(ana, () => <CreateGroupForm friends={friends} waiting={waiting} initialIcon={icon} />);
const submit = () => userEvent.click(screen.getByRole("button", { name: "create" }));
const search = () => screen.getByLabelText("Participants");
const selected = () => within(screen.getByRole("list", { name: "Selected participants" }));

test("a friend who has not accepted yet is waiting, and can be selected when they have, without a reload", async () => {
  [friends, waiting] = [everybody.slice(0, 1), [cleo]];
  show();
  const row = within(screen.getByRole("list", { name: "People who have not accepted yet" }));
  expect(row.getByRole("listitem")).toHaveTextContent("Cleo Marsh waiting");
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.type(search(), "cleo");
  expect(screen.queryByRole("button", { name: "Add Cleo Marsh" })).toBeNull();
  [friends, waiting] = [everybody, []];
  act(() => void router.refresh());
  await userEvent.click(await screen.findByRole("button", { name: "Add Cleo Marsh" }));
  expect(selected().getByText("Cleo Marsh")).toBeVisible();
  expect(screen.getByLabelText("Group Title")).toHaveValue("Flat");
  expect(screen.queryByText("waiting")).toBeNull();
});

test("missing fields are reported one at a time, in order, at the field", async () => {
  show("");
  await submit();
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(screen.getByLabelText("Group Title")).toHaveFocus();

  await userEvent.type(screen.getByLabelText("Group Title"), "   Flat");
  await submit();
  expect(screen.getByRole("alert")).toHaveTextContent("Group icon is missing.");

  await userEvent.click(screen.getByRole("button", { name: "Pick another icon" }));
  await submit();
  expect(screen.getByRole("alert")).toHaveTextContent("Please select at least one participant.");
  expect(search()).toHaveFocus();
  expect(posts()).toEqual([]);
});

test("creates the group with the selected friends, shows a message, and goes to the groups", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.click(screen.getByRole("button", { name: "Add Ben Okafor" }));
  await userEvent.click(screen.getByRole("button", { name: "Add Cleo Marsh" }));
  await userEvent.click(selected().getByRole("button", { name: "remove Ben Okafor" }));
  await submit();
  expect(await screen.findByText("Group created successfully!")).toBeVisible();
  expect(router.replace).toHaveBeenCalledWith("/groups");
  expect(posts()).toEqual([
    {
      method: "POST",
      path: "/api/groups",
      body: { title: "Flat", icon: "/group-icons/bee.svg", members: [cleo._id], fromUserId: ana._id },
      key: expect.stringMatching(/^\w{32}$/),
    },
  ]);
});

test("people without an account are enough for a group", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  for (const name of ["Nina", "Max"]) {
    await userEvent.type(search(), name);
    await userEvent.click(screen.getByText(whole(`Add “${name}” without an account`)));
    expect(screen.getByText(whole(`${name} added`))).toHaveAttribute("role", "status");
  }
  expect(search()).toHaveFocus();
  const guests = within(screen.getByRole("list", { name: "People without an account" }));
  expect(guests.getAllByText("guest")).toHaveLength(2);
  await userEvent.click(guests.getByRole("button", { name: "remove Max" }));
  await submit();
  expect(await screen.findByText("Group created successfully!")).toBeVisible();
  expect(posts()).toMatchObject([{ body: { members: [], guests: ["Nina"] } }]);
});

test("a selected person who is no longer a friend drops out, and the rest can be invited", async () => {
  const message = "You can only invite your friends.";
  create = () => {
    friends = everybody.slice(1);
    return refusal(422, "invalid", message, { members: [message] });
  };
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.click(screen.getByRole("button", { name: "Add Ben Okafor" }));
  await userEvent.click(screen.getByRole("button", { name: "Add Cleo Marsh" }));
  await submit();
  expect(await screen.findByRole("heading", { name: "Selected (1)" })).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  create = () => ({ status: 201, body: group });
  await submit();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(posts().map(({ body }) => body)).toMatchObject([
    { members: [ben._id, cleo._id] },
    { members: [cleo._id] },
  ]);
});

test("Enter in the search selects the first friend and submits nothing", async () => {
  show();
  await userEvent.type(search(), "marsh{Enter}");
  expect(selected().getByText("Cleo Marsh")).toBeVisible();
  expect(search()).toHaveValue("");
  expect(screen.getByLabelText("Group Title")).toBeValid();
  expect(posts()).toEqual([]);
  await userEvent.type(search(), "xy");
  expect(screen.getByText("No user found.")).toBeVisible();
});

test.each([
  ["friends", everybody],
  ["no friends", []],
])("a name that was typed and not added is never lost, with %s", async (_, some) => {
  friends = some;
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.type(search(), "Lea");
  expect(screen.queryByRole("alert")).toBeNull();
  // Leaving the field asks, and creating names it.
  await userEvent.click(screen.getByLabelText("Group Title"));
  const question = "“Lea” is not added yet. Add them, or clear the field.";
  expect(screen.getByRole("alert")).toHaveTextContent(question);
  expect(search()).toHaveAccessibleDescription(/Lea.*is not added yet/);
  await submit();
  expect(search()).toHaveFocus();
  expect(search()).toBeInvalid();
  expect(posts()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(whole("Lea added"))).toBeVisible();
  await submit();
  await waitFor(() => expect(posts()).toMatchObject([{ body: { members: [], guests: ["Lea"] } }]));
});

test("a name that was typed and not added is named, also if sending did not leave its field", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.type(search(), "Lea");
  fireEvent.submit(search());
  expect(screen.getByRole("alert")).toHaveTextContent("“Lea” is not added yet.");
  await userEvent.clear(search());
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add Ben Okafor" }));
  await submit();
  await waitFor(() => expect(posts()).toMatchObject([{ body: { members: [ben._id] } }]));
});

test("Enter adds nobody without an account by an address: it asks; nor a friend who is selected already", async () => {
  show();
  await userEvent.type(search(), "lea@demo.test{Enter}");
  expect(screen.getByRole("alert")).toHaveTextContent("“lea@demo.test” is not added yet.");
  expect(screen.queryByText("People without an account")).toBeNull();
  expect(search()).toHaveValue("lea@demo.test");
  await userEvent.clear(search());
  await userEvent.type(search(), "ben{Enter}");
  await userEvent.type(search(), "ben{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(selected().getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByText(/Without an account/)).toBeNull();
});

test("Enter that composes a character, or is still held down, selects and submits nothing", async () => {
  show();
  await userEvent.type(search(), "ben");
  fireEvent.keyDown(search(), { key: "Enter", isComposing: true });
  expect(search()).toHaveValue("ben");
  await userEvent.clear(search());
  expect(fireEvent.keyDown(search(), { key: "Enter", repeat: true })).toBe(false);
  expect(fireEvent.keyDown(search(), { key: "Enter" })).toBe(true);
});

test("without friends, anyone is added by name, also with Enter, before friends are", async () => {
  friends = [];
  show();
  expect(search()).toHaveAccessibleDescription("Anyone's name: no account needed.");
  await userEvent.type(search(), "Nina");
  const offer = screen.getByText(whole("Add “Nina” without an account"));
  expect(within(offer).getByText("Nina")).toHaveAttribute("translate", "no");
  const others = screen.getByRole("link", { name: "Add friend" });
  expect(offer.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.keyboard("{Enter}");
  expect(
    within(screen.getByRole("list", { name: "People without an account" })).getByText("Nina"),
  ).toBeVisible();
  expect(search()).toHaveValue("");
  expect(search()).toHaveFocus();
  expect(posts()).toEqual([]);
});

test("a friend who was selected passes the focus on", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Add Ben Okafor" }));
  expect(screen.getByRole("button", { name: "Add Cleo Marsh" })).toHaveFocus();
  await userEvent.type(search(), "marsh");
  await userEvent.click(screen.getByRole("button", { name: "Add Cleo Marsh" }));
  expect(search()).toHaveFocus();
});

test("finds a friend by the start of an email that is masked here", async () => {
  show();
  await userEvent.type(search(), "bokafor@d");
  expect(screen.getByText("Searching...")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Add Ben Okafor" })).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual(["/api/users/search?query=bokafor%40d"]);
});

test("the icon can be changed repeatedly, never repeats at once, and is announced", async () => {
  const { container } = show();
  const shown = () => container.querySelector("img[src*=group-icon]")?.getAttribute("src");
  for (let round = 0; round < 20; round += 1) {
    const before = shown();
    await userEvent.click(screen.getByRole("button", { name: "Pick another icon" }));
    expect(shown()).not.toBe(before);
    const picker = within(screen.getByRole("group", { name: "Group Icon" }));
    expect(shown()).toContain(`/${picker.getByRole("status").textContent}.`);
  }
});

test("a failure keeps the input", async () => {
  create = () => undefined;
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "Flat");
  await userEvent.click(screen.getByRole("button", { name: "Add Ben Okafor" }));
  await submit();
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Group Title")).toHaveValue("Flat");
  expect(selected().getByText("Ben Okafor")).toBeVisible();
  expect(router.replace).not.toHaveBeenCalled();

  create = () => ({ status: 201, body: group });
  await submit();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  const [first, second] = posts();
  expect(second?.key).toBe(first?.key);
});
