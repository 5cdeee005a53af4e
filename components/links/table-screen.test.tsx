import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, type Sent } from "@/testing/components/fake-api";
import { ana, ben, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { TableModeLink } from "./table-mode-link";
import { TableScreen, type TableScreenProps } from "./table-screen";

const EVENT = "e".repeat(24);
const [nina, tom] = [person(8, "Nina Lee"), person(9, "Tom")];
let props: TableScreenProps;
let sent: Sent[];
let count = 0;

beforeEach(() => {
  props = { group, eventId: EVENT, links: [], here: [ana, ben], expected: [nina, tom] };
  sent = fakeApi(() => {
    const _id = `link${++count}`;
    props = { ...props, links: [_id] };
    return {
      body: { _id, url: "https://evenly.test/join/x", qr: "<svg/>", expiresAt: "2026-12-01T00:00:00.000Z" },
    };
  });
});

const show = () => showScreen(ana, () => <TableScreen {...props} />);
const code = () => screen.queryByRole("img", { name: "The link as a QR code" });
const onBeam = () =>
  within(screen.getByRole("list", { name: "On the beam" }))
    .getAllByRole("listitem")
    .map((one) => one.querySelector("bdi")?.textContent ?? one.textContent);

test("opened by its address, it creates no link until it is asked to; a revoked one is gone", async () => {
  show();
  expect([code(), sent]).toEqual([null, []]);
  await userEvent.click(screen.getByRole("button", { name: "Show the QR code" }));
  expect(await screen.findByRole("img", { name: "The link as a QR code" })).toBeVisible();
  // The button that had the focus is gone.
  expect(screen.getByText("Scan to join.")).toHaveFocus();
  expect(sent).toMatchObject([{ method: "POST", path: `/api/groups/${group._id}/links`, body: {} }]);
  props = { ...props, links: [] };
  act(() => void router.refresh());
  expect(code()).toBeNull();
});

test("opened from an event, it shows the code at once, and the same one the next time", async () => {
  const open = async () => {
    const link = showScreen(ana, () => <TableModeLink event={{ _id: EVENT, groupId: group._id }} />);
    const shown = screen.getByRole("link", { name: "Table mode" });
    expect(shown).toHaveAttribute("href", `/groups/${group._id}/events/${EVENT}/table`);
    shown.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(shown);
    link.unmount();
    return show();
  };
  const first = await open();
  expect(await screen.findByRole("img", { name: "The link as a QR code" })).toBeVisible();
  first.unmount();
  await open();
  expect(code()).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("who joins hops onto the beam, last, and is announced by name; nobody is announced twice as there", () => {
  show();
  expect(onBeam()).toEqual(["Ana", "Ben"]);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(screen.getByText(/^Not here yet/)).toHaveTextContent("Not here yet: Nina, Tom");
  // A guest whom a member has added stands before Ben in the group.
  props = { ...props, here: [ana, nina, ben], expected: [tom] };
  act(() => void router.refresh());
  expect(onBeam()).toEqual(["Ana", "Ben", "Nina"]);
  expect(screen.getByRole("status")).toHaveTextContent("Nina joined.");
  props = { ...props, here: [ana, nina, ben, tom], expected: [] };
  act(() => void router.refresh());
  expect(screen.getByRole("status")).toHaveTextContent("Nina, Tom joined.");
  expect(screen.queryByText(/^Not here yet/)).toBeNull();
});

test("of a crowd, the latest are on the beam, and the others are counted", () => {
  const crowd = Array.from({ length: 30 }, (_, index) => person(100 + index, `Guest${index}`));
  props = { ...props, here: [ana, ...crowd], expected: crowd.map((one) => ({ ...one, _id: `x${one._id}` })) };
  show();
  expect(onBeam()).toHaveLength(9);
  expect(onBeam()[0]).toBe("+23");
  expect(onBeam().at(-1)).toBe("Guest29");
  expect(screen.getByText(/^Not here yet/)).toHaveTextContent(/25 more$/);
});
