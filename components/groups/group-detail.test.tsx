import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, ben, cleo, event, group, person } from "@/components/testing/fixtures";
import { showScreen } from "@/components/testing/show-screen";
import { toast } from "@/components/ui/toast";
import type { Event, Group, Person } from "@/lib/schemas/answers";
import { GroupDetail } from "./group-detail";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

const lunch: Event = { ...event, _id: "e".repeat(24), title: "Lunch", createdBy: ben };
let events: Event[] = [];
let sent: Sent[] = [];
let remove: () => Answer | undefined;
let load: (shown: Group) => Answer | undefined;

function show(viewer: Person, shown: Group = group) {
  sent = fakeApi(({ method, path }) => {
    if (method === "DELETE") return remove();
    return path.startsWith("/api/events") ? { body: events } : load(shown);
  });
  return showScreen(viewer, <GroupDetail group={shown} events={events} />);
}

beforeEach(() => {
  events = [event, lunch];
  load = (body) => ({ body });
  remove = () => {
    events = [event];
    return { body: { success: true } };
  };
});

afterEach(() => toast.clear());

test("shows title, members and events with the first 10 characters of their date", async () => {
  show(ben);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Flat");
  expect(screen.getByRole("heading", { name: "Members (3)" })).toBeVisible();
  expect(screen.getByRole("link", { name: /^Cleo Marsh/ })).toHaveAttribute("href", `/friends/${cleo._id}`);
  expect(screen.getByRole("heading", { name: "Events (2)" })).toBeVisible();
  const row = screen.getByRole("link", { name: "Dinner" });
  expect(row).toHaveAttribute("href", `/groups/${group._id}/events/${event._id}`);
  expect(row.closest("li")).toHaveTextContent("2026-03-14 · 1 expense");
  expect(screen.getByRole("link", { name: "Edit group" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/edit`,
  );
  await waitFor(() => expect(sent).toHaveLength(2));
});

test.each<[string, Person, string[]]>([
  ["the group's creator may delete every event", ana, ["Delete Dinner", "Delete Lunch"]],
  ["an event's creator only that one", ben, ["Delete Lunch"]],
  ["another member none", cleo, []],
])("%s", (_name, viewer, buttons) => {
  show(viewer);
  expect(
    screen.queryAllByRole("button", { name: /^Delete/ }).map((one) => one.getAttribute("aria-label")),
  ).toEqual(buttons);
});

test("deleting an event is asked about, then it is gone and balances are asked anew", async () => {
  const changed = jest.fn();
  window.addEventListener("settlementsChanged", changed);
  show(ana);
  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to delete this event?");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("heading", { name: "Events (1)" })).toBeVisible();
  expect(changed).toHaveBeenCalledTimes(1);
  window.removeEventListener("settlementsChanged", changed);
});

test("a failed delete says so and keeps the event", async () => {
  remove = () => undefined;
  show(ana);
  await userEvent.click(screen.getByRole("button", { name: "Delete Lunch" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete event. Please try again.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Events (2)" })).toBeVisible();
});

test("a group without events says so", () => {
  events = [];
  show(ana);
  expect(screen.getByText("No events yet.")).toBeVisible();
});

test("of many members the first are shown, all on demand", async () => {
  const members = Array.from({ length: 40 }, (_, index) => person(index + 1, `Person ${index + 1}`));
  show(ana, { ...group, members });
  expect(screen.getAllByRole("link", { name: /^Person/ })).toHaveLength(8);
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getAllByRole("link", { name: /^Person/ })).toHaveLength(40);
});

test("a group that is gone says so and leads to the groups", async () => {
  load = () => refusal(404, "not-found", "Not found.");
  show(ana);
  expect(await screen.findByRole("alert")).toHaveTextContent("This group is no longer there.");
  expect(screen.getByRole("link", { name: "Back to your groups" })).toHaveAttribute("href", "/groups");
  expect(screen.queryByRole("heading")).toBeNull();
});

test("a group that only could not be loaded stays", async () => {
  let asked = false;
  load = () => {
    asked = true;
    return undefined;
  };
  show(ana);
  await waitFor(() => expect(asked).toBe(true));
  await act(async () => {});
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Flat");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("events beyond the first page come on demand", async () => {
  const first = events;
  const old: Event = { ...event, _id: "9".repeat(24), title: "Long ago" };
  sent = fakeApi(({ path }) => {
    if (path.includes("limit=100")) return { body: [...first, old] };
    return path.startsWith("/api/events") ? { body: first } : { body: group };
  });
  showScreen(ana, <GroupDetail group={group} events={first} eventCount={3} />);
  expect(screen.getByRole("heading", { name: "Events (3)" })).toBeVisible();
  expect(screen.queryByText("Long ago")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more events" }));
  expect(await screen.findByRole("link", { name: "Long ago" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more events" })).toBeNull();
  expect(screen.getAllByRole("link", { name: "Dinner" })).toHaveLength(1);
});

test("the group's history can be downloaded", async () => {
  show(cleo);
  await waitFor(() => expect(sent).toHaveLength(2));
  const csv = screen.getByRole("link", { name: "Export expenses (CSV)" });
  expect(csv).toHaveAttribute("href", `/api/groups/${group._id}/expenses.csv`);
  expect(csv).toHaveAttribute("download");
  const json = screen.getByRole("link", { name: "Export everything (JSON)" });
  expect(json).toHaveAttribute("href", `/api/groups/${group._id}/export`);
});
