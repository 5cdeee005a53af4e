import { screen } from "@testing-library/react";
import { ana, ben, group, person } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { shortDate } from "@/lib/core/text/dates";
import type { Guest } from "@/lib/contract/guests";
import { GuestList } from "./guest-list";

const nina = (invitedBy: typeof ana): Guest => ({
  ...person(9, "Nina"),
  guest: true,
  waiting: [],
  sessions: [
    { device: "Chrome on Android", since: "2026-03-14T20:00:00.000Z", lastUsedOn: "2026-03-14", invitedBy },
  ],
});

test.each([
  ["another member's", ben, "Ben Okafor's link."],
  ["the viewer's own", ana, "your link."],
])("tells who takes part with %s link", (_whose, invitedBy, said) => {
  showScreen(ana, () => <GuestList group={group} guests={[nina(invitedBy)]} />);
  expect(screen.getByText(/^Taking part on/)).toHaveTextContent(
    `Taking part on Chrome on Android since ${shortDate("2026-03-14")}, with ${said}`,
  );
});

test("the button of a guest without a link says whose it is only to those who cannot see the row", () => {
  const guest: Guest = { ...person(9, "Nina"), guest: true, sessions: [], waiting: [] };
  showScreen(ana, () => <GuestList group={group} guests={[guest]} />);
  expect(screen.getByRole("button", { name: "Create link for Nina" })).toHaveTextContent(/^Create link$/);
});
