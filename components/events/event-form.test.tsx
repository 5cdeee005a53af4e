import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { todayDateOnly } from "@/lib/core/text/dates";
import { saveDraft } from "@/components/offline/drafts";
import { CurrentUserProvider } from "@/components/session/current-user";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { Event as EventResponse } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import { EventForm } from "./event-form";

let sent: Sent[] = [];
// The current state on the server.
let served: Group = group;
let change: (call: Sent) => FakeResponse | undefined = () => undefined;
const writes = () => sent.filter(({ method }) => method !== "GET");

beforeEach(() => {
  localStorage.clear();
  served = group;
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : change(call)));
});

const show = (props: { event?: EventResponse } = {}, path?: string) =>
  showScreen(ana, () => <EventForm group={served} today="2026-01-01" {...props} />, path);
const title = () => screen.getByLabelText<HTMLInputElement>("Event title");
const create = () => userEvent.click(screen.getByRole("button", { name: "Create Event" }));

test("title, date, and a participant are required, reported one at a time at the field", async () => {
  show();
  await create();
  expect(screen.getByRole("alert")).toHaveTextContent("All fields are required.");
  expect(title()).toHaveFocus();

  await userEvent.type(title(), "  Dinner ");
  await userEvent.clear(screen.getByLabelText("Date"));
  await create();
  expect(screen.getByRole("alert")).toHaveTextContent("All fields are required.");
  expect(screen.getByLabelText("Date")).toHaveFocus();

  await userEvent.type(screen.getByLabelText("Date"), "2026-05-01");
  await userEvent.click(screen.getByRole("checkbox", { name: "Select All" }));
  await create();
  expect(screen.getByRole("group", { name: /Participants/ })).toHaveAccessibleDescription(
    "All fields are required.",
  );
  expect(screen.getByRole("checkbox", { name: "Select All" })).toHaveFocus();
  expect(writes()).toEqual([]);
});

test("all fields that are required are marked at once, with one message, and what is filled in no longer is", async () => {
  show();
  const marked = () =>
    [title(), screen.getByLabelText("Date"), screen.getByRole("checkbox", { name: "Select All" })].map(
      ({ ariaInvalid }) => ariaInvalid === "true",
    );
  await userEvent.clear(screen.getByLabelText("Date"));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select All" }));
  await create();
  expect(marked()).toEqual([true, true, true]);
  expect(screen.getAllByText("All fields are required.")).toHaveLength(1);
  await userEvent.type(title(), "Dinner");
  expect(title()).toHaveFocus();
  expect(marked()).toEqual([false, true, true]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select All" }));
  expect(marked()).toEqual([false, true, false]);
  await userEvent.type(screen.getByLabelText("Date"), "2026-05-01");
  expect(screen.queryByText("All fields are required.")).toBeNull();
});

test("a person without an account is added where people are selected, and keeps what was typed meanwhile", async () => {
  const nina = { ...person(9, "Nina"), guest: true as const };
  let response: (one: FakeResponse) => void = () => undefined;
  change = () => new Promise<FakeResponse>((resolve) => (response = resolve)) as never;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Someone without an account" }));
  await userEvent.type(screen.getByLabelText("Name"), "Nina{Enter}");
  await userEvent.type(title(), "Dinner");
  served = { ...group, members: [...group.members, nina] };
  await act(async () => {
    response({ status: 201, body: nina });
    await Promise.resolve();
  });
  expect(await screen.findByRole("checkbox", { name: "Nina (guest)" })).toBeChecked();
  expect(title()).toHaveValue("Dinner");
  expect(screen.queryByLabelText("Name")).toBeNull();
  expect(writes()).toMatchObject([{ path: `/api/groups/${group._id}/guests`, body: { name: "Nina" } }]);
});

test("a person without an account is selected, whatever is entered while the screen is loading with them", async () => {
  const nina = { ...person(9, "Nina"), guest: true as const };
  change = () => ({ status: 201, body: nina });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  show();
  const refresh = router.refresh.getMockImplementation()!;
  router.refresh.mockImplementation(() =>
    startTransition(async () => {
      await arrived;
      refresh();
    }),
  );
  served = { ...group, members: [...group.members, nina] };
  await userEvent.click(screen.getByRole("button", { name: "Someone without an account" }));
  await userEvent.type(screen.getByLabelText("Name"), "Nina{Enter}");
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  await userEvent.type(title(), "Dinner");
  await act(async () => arrive());
  expect(await screen.findByRole("checkbox", { name: "Nina (guest)" })).toBeChecked();
  expect(title()).toHaveValue("Dinner");
});

test("after a person without an account was added, they are announced, and the keyboard focus stays there", async () => {
  const nina = { ...person(9, "Nina"), guest: true as const };
  change = () => ({ status: 201, body: nina });
  show();
  served = { ...group, members: [...group.members, nina] };
  await userEvent.click(screen.getByRole("button", { name: "Someone without an account" }));
  await userEvent.type(screen.getByLabelText("Name"), "Nina{Enter}");
  expect(await screen.findByText(whole("Nina added"))).toHaveAttribute("aria-live", "polite");
  expect(screen.getByRole("button", { name: "Someone without an account" })).toHaveFocus();
});

test("all members are selected at first; Select All deselects and selects all, and follows single choices", async () => {
  show();
  const all = screen.getByRole("checkbox", { name: "Select All" });
  for (const box of screen.getAllByRole("checkbox")) expect(box).toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: "Ben Okafor" }));
  expect(all).not.toBeChecked();
  await userEvent.click(all);
  await userEvent.click(all);
  for (const box of screen.getAllByRole("checkbox")) expect(box).not.toBeChecked();
});

test("creates the event, dated today by default, and goes to the group", async () => {
  change = () => ({ body: event });
  show({}, `/groups/${group._id}`);
  const today = (screen.getByLabelText("Date") as HTMLInputElement).value;
  expect(today).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(today).not.toBe("2026-01-01");
  await userEvent.click(screen.getByRole("checkbox", { name: "Ben Okafor" }));
  await userEvent.type(title(), "Dinner{Enter}");
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}`));
  expect(writes()).toEqual([
    {
      method: "POST",
      path: "/api/events",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: {
        title: "Dinner",
        date: today,
        participants: [ana._id, cleo._id],
        createdBy: ana._id,
        groupId: group._id,
      },
    },
  ]);
  expect(screen.getByRole("button", { name: "Creating…" })).toBeDisabled();
  // The group shows the event with the next step, which a message would cover on a phone.
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["today in the user's time zone, not the server's", null],
  ["a date that was chosen, even the server's today", "2026-01-01"],
])("a restored draft keeps %s", async (_what, chosen) => {
  const values = { title: "Dinner", date: chosen ?? "2026-02-02", chosen, participants: [ana._id] };
  const untouched = {
    ...values,
    title: "",
    date: "2026-02-02",
    chosen: null,
    participants: group.members.map(({ _id }) => _id),
  };
  saveDraft(ana._id, "/", { values, untouched, attempt: null });
  const place = document.createElement("div");
  document.body.append(place);
  const form = (
    <AppRouterContext value={router}>
      <CurrentUserProvider user={{ id: ana._id, name: ana.name, email: "me@demo.test", picture: "" }}>
        <EventForm group={group} today="2026-01-01" />
      </CurrentUserProvider>
    </AppRouterContext>
  );
  place.innerHTML = renderToString(form);
  const root = await act(async () => hydrateRoot(place, form));
  expect(title()).toHaveValue("Dinner");
  expect(screen.getByLabelText("Date")).toHaveValue(chosen ?? todayDateOnly());
  await act(async () => root.unmount());
  place.remove();
});

test("a failure keeps the input", async () => {
  change = () => undefined;
  show();
  await userEvent.type(title(), "Dinner{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong. Please try again.");
  expect(title()).toHaveValue("Dinner");
  expect(router.replace).not.toHaveBeenCalled();
});

test("someone else saved first: the input stays, the new version can be loaded and overwritten", async () => {
  const stale = "This has changed since you opened it. Reload to see the new version.";
  change = () => refusal(409, "stale", stale);
  sent = fakeApi((call) => {
    if (call.method !== "GET") return change(call);
    return { body: { ...event, title: "Supper", participants: [ben], rev: 5 } };
  });
  show({ event });
  await userEvent.type(title(), " at ours{Enter}");
  expect(await screen.findByText(stale)).toBeVisible();
  expect(title()).toHaveValue("Dinner at ours");
  expect(writes()[0]).toMatchObject({ method: "PUT", body: { rev: 4 } });

  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(await screen.findByRole("status")).toHaveTextContent("“Supper”, 2026-03-14, 1 participant");
  expect(screen.queryByText(stale)).toBeNull();
  expect(title()).toHaveValue("Dinner at ours");

  change = () => ({ body: event });
  await userEvent.click(screen.getByRole("button", { name: "Update Event" }));
  await waitFor(() =>
    expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}/events/${event._id}`),
  );
  expect(writes().at(-1)).toMatchObject({ body: { title: "Dinner at ours", rev: 5 } });
  expect(screen.getByText("Event updated")).toBeVisible();
});

test("what is typed as soon as the form appears is kept when the new version is loaded", async () => {
  change = () => refusal(409, "stale", "Stale.");
  sent = fakeApi((call) =>
    call.method === "GET" ? { body: { ...event, title: "Supper", rev: 5 } } : change(call),
  );
  // Before the effects of the form run.
  function Typist() {
    useLayoutEffect(() => {
      title().setRangeText("Mine", 0, title().value.length);
      title().dispatchEvent(new Event("input", { bubbles: true }));
    }, []);
    return null;
  }
  showScreen(ana, () => (
    <>
      <EventForm group={group} event={event} today="2026-01-01" />
      <Typist />
    </>
  ));
  await userEvent.click(screen.getByRole("button", { name: "Update Event" }));
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(await screen.findByRole("status")).toHaveTextContent("“Supper”");
  expect(title()).toHaveValue("Mine");
});

test("former members can stay participants", () => {
  const gone = person(9, "Gone Girl");
  show({ event: { ...event, participants: [ana, gone] } });
  expect(screen.getByRole("checkbox", { name: /Gone Girl/ })).toBeChecked();
  expect(screen.getByText("Left the group")).toBeVisible();
});

test("a long list of people can be searched, without losing the selection", async () => {
  const many = Array.from({ length: 40 }, (_, n) => person(20 + n, `Person ${n}`));
  served = { ...group, members: many };
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select All" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Person 7" }));
  await userEvent.type(screen.getByLabelText("Find a person"), "son 39{Enter}");
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  await userEvent.click(screen.getByRole("checkbox", { name: "Person 39" }));
  expect(screen.getByRole("group", { name: "Participants (2 of 40)" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refusal because a selected person has left is still shown after the screen is refreshed", async () => {
  const message = "Everyone selected must be a member of the group.";
  change = () => {
    served = { ...group, members: [ana, ben] };
    return refusal(422, "invalid", message, { participants: [message] });
  };
  show();
  await userEvent.type(title(), "Dinner{Enter}");
  expect(await screen.findByRole("group", { name: "Participants (2 of 2)" })).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
});

test("a member who leaves while the form is open is deselected", async () => {
  change = () => ({ body: event });
  show();
  await userEvent.type(title(), "Dinner");
  served = { ...group, members: [ana, ben] };
  window.dispatchEvent(new Event("focus"));
  expect(await screen.findByRole("group", { name: "Participants (2 of 2)" })).toBeVisible();
  await create();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ participants: [ana._id, ben._id] });
});

describe("an update that may have been made, or was refused, opened again after someone else saved", () => {
  const moved = { ...event, date: "2026-05-05T00:00:00.000Z", participants: [ana], rev: event.rev + 1 };
  const stale = refusal(409, "stale", "This has changed since you opened it. Reload to see the new version.");

  test.each<[string, FakeResponse | undefined]>([
    ["lost", undefined],
    ["refused", stale],
  ])("%s: only what was typed is on top of the newer version", async (_, response) => {
    change = () => response;
    const { unmount } = show({ event });
    await userEvent.type(title(), " at ours{Enter}");
    await waitFor(() => expect(writes()).toHaveLength(1));
    await screen.findByRole("button", { name: "Update Event" });
    unmount();
    show({ event: moved });
    expect(await screen.findByText("The new version")).toBeVisible();
    expect(screen.queryByText("Draft restored.")).toBeNull();
    expect(screen.getByLabelText("Date")).toHaveValue("2026-05-05");
    await userEvent.click(screen.getByRole("button", { name: "Update Event" }));
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes()[1]?.body).toEqual({
      title: `${event.title} at ours`,
      date: "2026-05-05",
      participants: [ana._id],
      rev: moved.rev,
    });
  });
});
