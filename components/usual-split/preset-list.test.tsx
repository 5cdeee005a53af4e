import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, dan, event, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import type { Preset, UsualSplits } from "@/lib/contract/usual-split";
import { EditPresets } from "./edit-presets";

const id = (digit: string) => digit.repeat(24);
const withDan: Preset = {
  _id: id("a"),
  name: "With Dan",
  splitWith: [ana, dan],
  split: { mode: "equal", values: [] },
};
const rent: Preset = {
  _id: id("b"),
  name: "Rent",
  splitWith: [ana, ben],
  split: {
    mode: "shares",
    values: [
      { user: ana._id, value: 2 },
      { user: ben._id, value: 1 },
    ],
  },
};

let sent: Sent[] = [];
let served: UsualSplits;
let answer: (call: Sent) => FakeResponse | undefined;
const writes = () => sent.filter(({ method }) => method === "PUT");

beforeEach(() => {
  served = { default: null, presets: [withDan, rent], rev: 3 };
  answer = ({ body }) => {
    const { presets, ...rest } = body as Omit<UsualSplits, "presets"> & {
      presets: (Preset & { splitWith: unknown })[];
    };
    const known = [ana, ben, cleo, dan];
    const people = (ids: unknown) => known.filter(({ _id }) => (ids as string[]).includes(_id));
    served = {
      default: rest.default,
      rev: served.rev + 1,
      presets: presets.map((one) => ({ ...one, splitWith: people(one.splitWith) })),
    };
    return { body: served };
  };
  sent = fakeApi((call) => (call.method === "PUT" ? answer(call) : { body: served }));
});

async function open(eventId?: string) {
  showScreen(ana, () => <EditPresets group={group} {...(eventId && { eventId })} />);
  await press("Usually split");
  return screen.findByRole("list", { name: "Presets" });
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("lists the presets in words, says who has left, and chooses the default", async () => {
  const list = await open();
  const rows = within(list).getAllByRole("listitem");
  expect(rows[2]).toHaveTextContent("Equally: Ana, Dan");
  expect(rows[2]).toHaveTextContent("Dan Reyes has left, so this split is not used.");
  expect(rows[3]).toHaveTextContent("Ana 2×, Ben 1×");
  expect(within(rows[2]!).getByText("Dan Reyes")).toHaveAttribute("translate", "no");
  expect(within(rows[3]!).getByText("Ben")).toHaveAttribute("translate", "no");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Same as last time" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Same as last time" })).toBeChecked());
  await waitFor(() => expect(screen.getByRole("radio", { name: "Rent" })).toBeEnabled());
  await userEvent.click(screen.getByRole("radio", { name: "Rent" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Rent" })).toBeChecked());
  expect(writes()).toMatchObject([
    { path: `/api/groups/${group._id}/splits`, body: { default: "last", rev: 3 } },
    { path: `/api/groups/${group._id}/splits`, body: { default: rent._id, rev: 4 } },
  ]);
});

test("adds a preset of an event, which becomes the default if it is the first", async () => {
  served = { default: null, presets: [], rev: 0 };
  await open(event._id);
  expect(screen.getByRole("radio", { name: "Same as the group" })).toBeChecked();
  await press("Add a preset");
  await press("Save preset");
  expect(screen.getByText("Please enter a name.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Name"), "Rent by room");
  await userEvent.type(screen.getByLabelText("Percent for Ana Silva"), "60");
  await press("Save preset");
  expect(writes()).toEqual([]);
  await userEvent.type(screen.getByLabelText("Percent for Ben Okafor"), "40");
  await press("Save preset");
  await waitFor(() => expect(screen.getByRole("radio", { name: "Rent by room" })).toBeChecked());
  const [{ path, body }] = writes() as [Sent];
  expect(path).toBe(`/api/events/${event._id}/splits`);
  expect(body).toMatchObject({
    rev: 0,
    presets: [
      {
        name: "Rent by room",
        splitWith: [ana._id, ben._id, cleo._id],
        split: {
          mode: "percent",
          values: [
            { user: ana._id, value: 60 },
            { user: ben._id, value: 40 },
            { user: cleo._id, value: 0 },
          ],
        },
      },
    ],
  });
});

test("changes a preset, and leaves out whoever has left", async () => {
  await open();
  await press("Edit With Dan");
  const form = within(screen.getByRole("heading", { name: "Edit preset" }).closest("form")!);
  expect(form.getByText("Left the group")).toBeVisible();
  await userEvent.click(form.getByRole("checkbox", { name: /Dan Reyes/ }));
  await userEvent.clear(form.getByLabelText("Name"));
  await userEvent.type(form.getByLabelText("Name"), "Just me");
  await press("Save preset");
  expect(await screen.findByRole("radio", { name: "Just me" })).toBeVisible();
  expect(writes()[0]!.body).toMatchObject({
    presets: [{ _id: withDan._id, splitWith: [ana._id] }, { name: "Rent" }],
  });
});

test("deletes a preset, which can be undone, and shows a refusal with what others have saved", async () => {
  served = { ...served, default: rent._id };
  await open();
  await press("Delete Rent");
  await waitFor(() => expect(screen.queryByRole("radio", { name: "Rent" })).toBeNull());
  expect(writes()[0]!.body).toMatchObject({ default: null, rev: 3 });
  await press("Undo");
  expect(await screen.findByRole("radio", { name: "Rent" })).toBeChecked();
  expect(writes()[1]!.body).toMatchObject({ default: rent._id, rev: 4 });

  answer = () => refusal(409, "stale", "Ben changed this. Reload to see the new version.");
  served = { ...served, presets: [], default: null, rev: 9 };
  await press("Delete Rent");
  expect(await screen.findByText("Ben changed this. Reload to see the new version.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("radio", { name: "Rent" })).toBeNull());
});
