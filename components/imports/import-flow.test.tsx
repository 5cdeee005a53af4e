import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { ImportOfFile } from "@/lib/contract/imports";
import { detailsOf } from "@/lib/core/expenses/details";
import type { ImportExpense, ImportFile, ReadResult } from "@/lib/core/imports/import-file";
import { readImportFile } from "@/lib/core/imports/read-file";
import { GroupImportScreen } from "./group-import-screen";
import { ImportScreen } from "./import-screen";

jest.mock("@/lib/core/imports/read-file", () => ({ readImportFile: jest.fn() }));

const read = jest.mocked(readImportFile);

const expense = (row: number, cents: number): ImportExpense => ({
  kind: "expense",
  row,
  id: null,
  occurrence: 0,
  date: row === 2 ? "2025-03-14" : "2025-11-02",
  event: null,
  description: `Row ${row}`,
  cents,
  payers: [{ person: 0, cents }],
  shares: [{ person: 1, cents }],
  split: null,
  ...detailsOf(),
  payerReconstructed: row === 2,
  createdAt: null,
});

/** Ana paid $30.00 for Ben, who paid nothing back. */
const file: ImportFile = {
  source: "splitwise",
  title: null,
  currency: "USD",
  people: [
    { name: "Ana Silva", footer: 3000 },
    { name: "Ben", footer: -3000 },
    { name: "Zoe", footer: null },
  ],
  events: [],
  rows: [expense(2, 1000), expense(3, 2000)],
  refused: Array.from({ length: 12 }, (_, index) => ({ row: 10 + index, reason: "It is in EUR." })),
};

const begun: ImportOfFile = {
  _id: "e".repeat(24),
  groupId: group._id,
  source: "splitwise",
  state: "open",
  createdBy: ana,
  createdAt: "2026-01-02T00:00:00.000Z",
  total: 2,
  imported: 1,
  expenses: 1,
  payments: 0,
  skipped: 0,
  people: [ana, ben, person(7, "Zoe")].map((one, index) => ({ name: file.people[index]!.name, person: one })),
  events: [{ _id: event._id, title: "Imported from Splitwise" }],
};

let sent: Sent[] = [];
/** What the server answers; otherwise, all goes well. */
let answer: (call: Sent) => FakeResponse | undefined = () => undefined;
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const bodyOf = (path: string) => sent.find((call) => call.method === "POST" && call.path === path)?.body;

beforeEach(() => {
  answer = () => undefined;
  read.mockReset().mockResolvedValue({ ok: true, file });
  sent = fakeApi((call) => answer(call) ?? succeed(call));
});

function succeed({ method, path }: Sent): FakeResponse {
  if (method === "POST" && path === "/api/groups")
    return { status: 201, body: { ...group, members: [ana, { ...person(8, "Ben"), guest: true }] } };
  if (method === "POST" && path === "/api/imports") return { status: 201, body: begun };
  if (path.endsWith("/rows")) return { body: { imported: 2, skipped: 0, refused: [] } };
  if (path.endsWith("/done")) return { body: { ...begun, state: "done", imported: 2, expenses: 2 } };
  if (method === "DELETE") return { body: { success: true } };
  if (path === `/api/groups/${group._id}`) return { body: { ...group, members: [ana, ben] } };
  if (path === "/api/users/friends") return { body: [ben, cleo] };
  if (path.startsWith("/api/events"))
    return { body: [event, { ...event, _id: "c".repeat(24), closedAt: event.date }] };
  return { body: [] };
}

const showGroup = (imports: ImportOfFile[] = []) =>
  showScreen(ana, () => (
    <GroupImportScreen
      group={{ _id: group._id, title: group.title }}
      viewerId={ana._id}
      imports={imports}
      nextCursor={null}
    />
  ));
const showNew = (groups = [{ _id: group._id, title: group.title }], unfinished: ImportOfFile[] = []) =>
  showScreen(ana, () => <ImportScreen {...{ groups, unfinished }} initialIcon="/group-icons/bee.svg" />);

// jsdom's files have no arrayBuffer().
const aFile = (name: string) =>
  Object.assign(new File(["x"], name, { type: "text/csv" }), { arrayBuffer: async () => new ArrayBuffer(1) });
const pick = (name = "lisbon_2026-03-14_export.csv") =>
  userEvent.upload(screen.getByLabelText("Choose a file"), aFile(name));
const who = (name: string) => screen.getByLabelText<HTMLSelectElement>(`Who is ${name}?`);
const optionsOf = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text);
const start = () => userEvent.click(screen.getByRole("button", { name: "Import 2 entries" }));

test("says which files it takes, and refuses a large one and a wrong one in place; the next one is read", async () => {
  showGroup();
  for (const source of ["Splitwise", "Spliit", "Evenly"]) expect(screen.getByText(source)).toBeVisible();
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.csv", { type: "text/csv" });
  await userEvent.upload(screen.getByLabelText("Choose a file"), large);
  expect(screen.getByRole("alert")).toHaveTextContent("This file is larger than 5 MB.");
  expect(read).not.toHaveBeenCalled();
  const problem = "Row 7 does not sum to zero: $0.01 is left.";
  read.mockResolvedValueOnce({ ok: false, row: 7, problem });
  await pick();
  expect(await screen.findByText(whole(problem))).toBeVisible();
  expect(screen.getByLabelText("Choose a file")).toHaveAccessibleDescription(
    new RegExp(problem.slice(0, 20)),
  );
  await pick();
  const heading = await screen.findByRole("heading", { name: "lisbon_2026-03-14_export.csv" });
  expect(heading).toHaveFocus();
  expect(writes()).toEqual([]);
});

test("the preview has people, days, counts, balances beside the footer, and what is left out", async () => {
  showGroup();
  await pick();
  expect(await screen.findByText("3 people · 2 expenses · 0 payments")).toBeVisible();
  expect(screen.getByText(/From Splitwise, Mar 14, 2025 to Nov 2, 2025/)).toBeVisible();
  expect(screen.getByText("Every balance matches the file to the cent.")).toBeVisible();
  expect(
    screen.getByText(/^The file does not say who paid how much for 1 expense\..*Balances are exact\.$/),
  ).toBeVisible();
  const rows = within(screen.getByRole("list", { name: "People of the file" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^ASAna Silva\+\$30\.00matches the file/),
    expect.stringMatching(/^BBen−\$30\.00matches the file/),
    expect.stringMatching(/^ZZoeeven/),
  ]);
  await userEvent.click(screen.getByText("12 rows will be left out"));
  const left = () =>
    within(screen.getByRole("list", { name: "Rows that are left out" })).getAllByRole("listitem");
  expect(left()).toHaveLength(10);
  expect(left()[0]).toHaveTextContent("Row 10: It is in EUR.");
  await userEvent.click(screen.getByRole("button", { name: "Show more rows" }));
  expect(left()).toHaveLength(12);
});

test("a file in another currency says so", async () => {
  read.mockResolvedValue({ ok: true, file: { ...file, currency: "EUR" } });
  showGroup();
  await pick();
  expect(await screen.findByText(/^This file is in EUR\. Evenly has one currency/)).toBeVisible();
});

test("a balance that is not that of the file is shown beside it", async () => {
  read.mockResolvedValue({
    ok: true,
    file: { ...file, people: file.people.map((one) => ({ ...one, footer: one.footer && one.footer + 5 })) },
  });
  showGroup();
  await pick();
  expect(await screen.findByText(whole("the file says +$30.05"))).toBeVisible();
  expect(screen.queryByText(/Every balance/)).toBeNull();
});

test("a member of the same name is taken, others are asked about, and nobody is chosen twice", async () => {
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  expect(who("Ana Silva")).toHaveValue(ana._id);
  expect(who("Ben")).toHaveValue("guest");
  expect(optionsOf(who("Ben"))).toEqual(["Guest", "Ben Okafor", "Cleo Marsh"]);
  await userEvent.click(screen.getByRole("button", { name: "That's Ben Okafor" }));
  expect(who("Ben")).toHaveValue(ben._id);
  expect(screen.queryByRole("button", { name: /^That's/ })).toBeNull();
  expect(optionsOf(who("Zoe"))).toEqual(["Guest", "Cleo Marsh"]);
  await userEvent.selectOptions(who("Ana Silva"), "Guest");
  expect(
    screen.getByText("Are you one of these people? Choose “Me” next to your name.", { exact: false }),
  ).toBeVisible();
  expect(optionsOf(who("Zoe"))).toEqual(["Guest", "Me (Ana Silva)", "Cleo Marsh"]);
  await userEvent.click(screen.getByRole("button", { name: "That's me" }));
  expect(who("Ana Silva")).toHaveValue(ana._id);
});

test("imports into an event of the group, and shows how much was imported and what was not", async () => {
  answer = ({ path }) =>
    path.endsWith("/rows")
      ? { body: { imported: 1, skipped: 0, refused: [{ row: 3, reason: "Its date is not a day." }] } }
      : path.endsWith("/done")
        ? { body: { ...begun, state: "done", imported: 1, skipped: 1 } }
        : undefined;
  showGroup();
  await pick();
  await userEvent.click(await screen.findByRole("radio", { name: "An existing event" }));
  expect(screen.getByLabelText("Event")).toHaveValue(event._id);
  await start();
  expect(await screen.findByRole("heading", { name: "Imported" })).toHaveFocus();
  expect(screen.getByText("1 expense imported, 13 left out.")).toBeVisible();
  expect(screen.getByText(/Its date is not a day/)).toBeVisible();
  expect(bodyOf("/api/imports")).toEqual({
    groupId: group._id,
    source: "splitwise",
    total: 2,
    people: [
      { name: "Ana Silva", userId: ana._id },
      { name: "Ben", guest: true },
      { name: "Zoe", guest: true },
    ],
    eventId: event._id,
  });
  expect(writes()).toEqual([
    "POST /api/imports",
    `POST /api/imports/${begun._id}/rows`,
    `PUT /api/imports/${begun._id}/done`,
  ]);
  expect(screen.getByRole("link", { name: "Open Imported from Splitwise" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}`,
  );
});

test("nothing refreshes the screen from the chosen file to the result, because that could reload it", async () => {
  let tries = 0;
  answer = ({ path }) => (path.endsWith("/rows") && ++tries === 1 ? offline : undefined);
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  window.dispatchEvent(new Event("focus"));
  await start();
  await userEvent.click(await screen.findByRole("button", { name: "Undo this import" }));
  expect(router.refresh).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Choose another file" }));
  expect(router.refresh).toHaveBeenCalled();
});

test("the parts of plans are not counted", async () => {
  answer = ({ path }) =>
    path.endsWith("/done") ? { body: { ...begun, state: "done", imported: 2, expenses: 1 } } : undefined;
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  expect(await screen.findByText(/^1 expense imported,/)).toBeVisible();
});

test("rows that are there already are skipped, and said to be", async () => {
  answer = ({ path }) =>
    path.endsWith("/rows")
      ? { body: { imported: 0, skipped: 2, refused: [] } }
      : path.endsWith("/done")
        ? { body: { ...begun, state: "done", imported: 0, expenses: 0, skipped: 2, events: [] } }
        : undefined;
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  expect(await screen.findByText("Nothing imported, 2 already in the group, 12 left out.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open Flat" })).toHaveAttribute("href", `/groups/${group._id}`);
  expect(screen.queryByRole("button", { name: "Undo this import" })).toBeNull();
});

test("a new group gets its title from the file's name, and one guest; the import adds the others", async () => {
  showNew();
  await pick();
  expect(await screen.findByLabelText("Group Title")).toHaveValue("Lisbon");
  await userEvent.clear(screen.getByLabelText("Group Title"));
  await start();
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter a group name.");
  expect(screen.getByLabelText("Group Title")).toHaveFocus();
  await userEvent.type(screen.getByLabelText("Group Title"), "Trip");
  await userEvent.clear(screen.getByLabelText("Event title"));
  await start();
  expect(screen.getByLabelText("Event title")).toHaveFocus();
  await userEvent.type(screen.getByLabelText("Event title"), "Old");
  await start();
  await screen.findByRole("heading", { name: "Imported" });
  expect(bodyOf("/api/groups")).toEqual({
    title: "Trip",
    icon: "/group-icons/bee.svg",
    members: [],
    guests: ["Ben"],
  });
  expect(bodyOf("/api/imports")).toMatchObject({
    people: [
      { name: "Ana Silva", userId: ana._id },
      { name: "Ben", userId: person(8, "Ben")._id },
      { name: "Zoe", guest: true },
    ],
    newEvent: { title: "Old", date: "2025-11-02" },
  });
});

test("a second try after a failure creates no second group", async () => {
  let failing = true;
  answer = ({ path, method }) =>
    failing && method === "POST" && path === "/api/imports"
      ? refusal(422, "invalid", "This cannot be imported.")
      : undefined;
  showNew([]);
  await pick();
  await screen.findByLabelText("Group Title");
  expect(screen.queryByText("One of my groups")).toBeNull();
  await start();
  expect(await screen.findByText("This cannot be imported.")).toBeVisible();
  failing = false;
  // Its title is that of the first try.
  expect(screen.queryByLabelText("Group Title")).toBeNull();
  expect(screen.getByText(whole("The group Flat was created. The file goes there."))).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "One event for each month" }));
  await start();
  await screen.findByRole("heading", { name: "Imported" });
  expect(writes().filter((call) => call === "POST /api/groups")).toHaveLength(1);
  const [first, second] = sent.filter(({ path, method }) => method === "POST" && path === "/api/imports");
  expect(second?.body).toMatchObject({ monthly: true });
  expect(second?.key).not.toBe(first?.key);
});

test("when the session has ended, signing in in another tab keeps the choices", async () => {
  answer = ({ method }) =>
    method === "POST" ? refusal(401, "unauthenticated", "Please sign in.") : undefined;
  showNew([]);
  await pick();
  await userEvent.clear(await screen.findByLabelText("Group Title"));
  await userEvent.type(screen.getByLabelText("Group Title"), "Trip");
  await start();
  expect(await screen.findByText("Sign in in another tab, then press Import again.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
  answer = () => undefined;
  await start();
  await screen.findByRole("heading", { name: "Imported" });
  expect(bodyOf("/api/groups")).toMatchObject({ title: "Trip" });
});

test("what cannot be loaded can be loaded again", async () => {
  answer = ({ path }) => (path === "/api/users/friends" ? offline : undefined);
  showGroup();
  await pick();
  expect(await screen.findByText("Failed to load data.")).toBeVisible();
  answer = () => undefined;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Who is Zoe?")).toBeVisible();
  expect(screen.queryByText("Failed to load data.")).toBeNull();
});

test("one of the viewer's groups has its own members and open events", async () => {
  showNew();
  await pick();
  await userEvent.click(await screen.findByRole("radio", { name: "One of my groups" }));
  await userEvent.click(await screen.findByRole("radio", { name: "An existing event" }));
  expect(optionsOf(screen.getByLabelText<HTMLSelectElement>("Event"))).toEqual(["Dinner"]);
  expect(optionsOf(who("Zoe"))).toEqual(["Guest", "Ben Okafor", "Cleo Marsh"]);
});

test("a friend is a guest until they open their link, which is offered", async () => {
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await userEvent.selectOptions(who("Zoe"), "Cleo Marsh");
  await start();
  const links = within(await screen.findByRole("region", { name: "Invite your friends" }));
  expect(links.getByText("Cleo Marsh")).toBeVisible();
  answer = () => ({
    status: 200,
    body: { _id: "1".repeat(24), url: "http://x/join/1", qr: "", expiresAt: event.date },
  });
  await userEvent.click(links.getByRole("button", { name: "Create link for Zoe" }));
  expect(await screen.findByText("http://x/join/1")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({
    path: `/api/groups/${group._id}/links`,
    body: { guestId: person(7, "")._id },
  });
});

test("an import that stops can be continued, and leaving the page warns meanwhile", async () => {
  answer = ({ path }) =>
    path.endsWith("/rows") ? refusal(409, "closed", "This event is closed.") : undefined;
  const isWarned = () => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  expect(isWarned()).toBe(false);
  await start();
  expect(await screen.findByRole("heading", { name: "The import has stopped" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("This event is closed.");
  expect(isWarned()).toBe(false);
  let answered = () => {};
  const slow = new Promise<void>((resolve) => (answered = resolve));
  sent = fakeApi(async (call) => {
    if (call.path.endsWith("/rows")) await slow;
    return succeed(call);
  });
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("progressbar", { name: "Import" })).toHaveAttribute("aria-valuenow", "0");
  expect(isWarned()).toBe(true);
  answered();
  await screen.findByRole("heading", { name: "Imported" });
  expect(isWarned()).toBe(false);
  expect(writes()).toEqual([`POST /api/imports/${begun._id}/rows`, `PUT /api/imports/${begun._id}/done`]);
});

test("an import that stops at its end only has to end", async () => {
  let reason = "No.";
  answer = ({ path }) =>
    path.endsWith("/done") && reason
      ? refusal(409, "conflict", reason)
      : path.endsWith("/rows")
        ? { body: { imported: 1, skipped: 0, refused: [{ row: 3, reason: "Its date is not a day." }] } }
        : undefined;
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  await screen.findByRole("heading", { name: "The import has stopped" });
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "2");
  reason = "";
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: "Imported" });
  expect(screen.getByText(/Its date is not a day/)).toBeVisible();
  const [rows, done] = [`POST /api/imports/${begun._id}/rows`, `PUT /api/imports/${begun._id}/done`];
  expect(writes()).toEqual(["POST /api/imports", rows, done, done]);
});

test("without a connection it says so, and goes on when there is one", async () => {
  let tries = 0;
  answer = ({ path }) => (path.endsWith("/rows") && ++tries === 1 ? offline : undefined);
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  expect(await screen.findByText("No connection. Trying again…")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Imported" })).toBeVisible();
});

test("the file of an unfinished import continues it, without asking again", async () => {
  showGroup([begun]);
  expect(screen.getByText("You have 1 unfinished import.")).toBeVisible();
  expect(screen.getByText("To continue, choose the same file again.")).toBeVisible();
  await pick();
  expect(await screen.findByText(/1 of 2 entries has been imported so far/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: "Imported" });
  expect(writes()).toEqual([`POST /api/imports/${begun._id}/rows`, `PUT /api/imports/${begun._id}/done`]);
});

test("a file that looks like that of an unfinished import can begin its own", async () => {
  showGroup([begun]);
  await pick();
  await userEvent.click(await screen.findByRole("button", { name: "Start a new import" }));
  await screen.findByText(/2 expenses/);
  await start();
  await screen.findByRole("heading", { name: "Imported" });
  expect(writes()[0]).toBe("POST /api/imports");
});

test("the focus stays on the screen when a control disappears", async () => {
  answer = ({ path }) =>
    path.endsWith("/rows") ? refusal(409, "closed", "This event is closed.") : undefined;
  showGroup();
  await pick();
  await userEvent.click(await screen.findByRole("button", { name: "That's Ben Okafor" }));
  expect(who("Ben").closest("li")).toHaveFocus();
  await start();
  expect(await screen.findByRole("heading", { name: "The import has stopped" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test("also outside of the group, whose title is shown", async () => {
  showNew(undefined, [begun]);
  expect(screen.getByText("You have 1 unfinished import.")).toBeVisible();
  await pick();
  expect(await screen.findByText("Flat", { selector: "bdi" })).toBeVisible();
  answer = ({ path }) =>
    path.endsWith("/done") ? { body: { ...begun, state: "done", events: [] } } : undefined;
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("link", { name: "Open Flat" })).toBeVisible();
  expect(writes()).toEqual([`POST /api/imports/${begun._id}/rows`, `PUT /api/imports/${begun._id}/done`]);
});

test("an import whose session ends goes on after a sign-in in another tab", async () => {
  let signedIn = false;
  answer = ({ path }) => {
    if (path.endsWith("/rows") && !signedIn) return refusal(401, "unauthenticated", "Please sign in.");
    return path.endsWith("/done") ? { body: { ...begun, state: "done", events: [] } } : undefined;
  };
  showGroup([begun]);
  await pick();
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByText("Your session has ended.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
  signedIn = true;
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("button", { name: "Undo this import" })).toBeVisible();
});

test("an import into a new group that stops leads to where it can be undone, and to another file", async () => {
  answer = ({ path }) =>
    path.endsWith("/rows") ? refusal(409, "closed", "This event is closed.") : undefined;
  showNew([]);
  await pick();
  await screen.findByLabelText("Group Title");
  await start();
  await screen.findByRole("heading", { name: "The import has stopped" });
  const link = screen.getByRole("link", { name: "Imports into Lisbon" });
  expect(link).toHaveAttribute("href", `/groups/${group._id}/import`);
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  expect(screen.getByLabelText("Choose a file")).toBeVisible();
});

test.each<[string, Partial<ImportOfFile>]>([
  ["with other people", { people: begun.people.slice(0, 2) }],
  ["with more rows", { total: 3 }],
  ["of another source", { source: "spliit" }],
  ["that is done", { state: "done" }],
  ["of somebody else", { createdBy: ben }],
])("an import %s is not continued", async (_, other) => {
  showGroup([{ ...begun, ...other }]);
  await pick();
  expect(await screen.findByRole("button", { name: "Import 2 entries" })).toBeVisible();
});

test("a file with several groups: one is chosen", async () => {
  read.mockResolvedValueOnce({ ok: "choose", groups: ["Flat", "Lisbon"] } satisfies ReadResult);
  showGroup();
  await pick();
  expect(await screen.findByRole("heading", { name: "Which group?" })).toHaveFocus();
  await userEvent.click(screen.getByRole("radio", { name: "Lisbon" }));
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("button", { name: "Import 2 entries" })).toBeVisible();
  expect(read.mock.calls[1]?.[1]).toEqual({ group: 1 });
});

test("the events of an Evenly file are kept, unless others are chosen", async () => {
  const events = [{ title: "March", date: "2026-03-01", participants: [0, 1], closed: true }];
  read.mockResolvedValue({ ok: true, file: { ...file, source: "evenly", title: "Flat", events } });
  showGroup();
  await pick();
  expect(await screen.findByRole("radio", { name: "The events in the file (1)" })).toBeChecked();
  await start();
  await screen.findByRole("heading", { name: "Imported" });
  expect(bodyOf("/api/imports")).toMatchObject({ events });
});

test("an import is undone after a question; if something was changed since, it says what", async () => {
  const message = "2 expenses and 1 payment have been changed since.";
  answer = ({ method }) => (method === "DELETE" ? refusal(409, "import-changed", message) : undefined);
  const earlier = { ...begun, state: "done" as const, imported: 2, expenses: 2 };
  const imports = [earlier, { ...earlier, _id: "f".repeat(24), createdBy: ben, source: "spliit" as const }];
  showGroup(imports);
  const list = within(screen.getByRole("region", { name: "Earlier imports" }));
  expect(list.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^2 expenses from SplitwiseYou · Jan 2/),
    expect.stringMatching(/^2 expenses from SpliitBen Okafor · Jan 2/),
  ]);
  const undo = list.getByRole("button", { name: "Undo this import: 2 expenses from Splitwise" });
  const confirm = async () => {
    await userEvent.click(undo);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  };
  await confirm();
  expect(await screen.findByText(message)).toBeVisible();
  answer = () => undefined;
  await confirm();
  expect(await screen.findByText("The import was undone.")).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/imports/${begun._id}`, `DELETE /api/imports/${begun._id}`]);
});

test("an import can be undone right afterwards", async () => {
  showGroup();
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  await userEvent.click(await screen.findByRole("button", { name: "Undo this import" }));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("heading", { name: "The import was undone" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  expect(screen.getByLabelText("Choose a file")).toBeVisible();
});

test("a screen that is left stops the import, and says how to continue", async () => {
  let answered = () => {};
  const slow = new Promise<void>((resolve) => (answered = resolve));
  sent = fakeApi(async (call) => {
    if (call.path.endsWith("/rows")) await slow;
    return succeed(call);
  });
  let shown = true;
  showScreen(ana, () =>
    shown ? (
      <GroupImportScreen group={group} viewerId={ana._id} imports={[]} nextCursor={null} />
    ) : (
      <p>Another screen</p>
    ),
  );
  await pick();
  await screen.findByText(/2 expenses/);
  await start();
  await screen.findByRole("progressbar");
  await waitFor(() => expect(writes().at(-1)).toMatch(/rows$/));
  shown = false;
  act(() => void router.refresh());
  expect(await screen.findByText(/^The import has stopped\. To continue it/)).toBeVisible();
  answered();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(writes().at(-1)).toMatch(/rows$/);
});

test("a screen that is left while the group is created begins no import", async () => {
  let answered = () => {};
  const slow = new Promise<void>((resolve) => (answered = resolve));
  sent = fakeApi(async (call) => {
    if (call.method === "POST") await slow;
    return succeed(call);
  });
  let shown = true;
  showScreen(ana, () =>
    shown ? (
      <ImportScreen groups={[]} unfinished={[]} initialIcon="/group-icons/bee.svg" />
    ) : (
      <p>Another screen</p>
    ),
  );
  await pick();
  await screen.findByLabelText("Group Title");
  await start();
  await waitFor(() => expect(writes()).toEqual(["POST /api/groups"]));
  shown = false;
  act(() => void router.refresh());
  answered();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(writes()).toEqual(["POST /api/groups"]);
  expect(screen.queryByText(/^The import has stopped/)).toBeNull();
});

test("a file without anything to import cannot be imported", async () => {
  read.mockResolvedValue({ ok: true, file: { ...file, rows: [] } });
  showGroup();
  await pick();
  expect(await screen.findByText("There is nothing to import in this file.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Import 0 entries" })).toBeDisabled();
});
