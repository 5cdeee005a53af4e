import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { shortDate } from "@/lib/core/text/dates";
import type { Link, NewLink } from "@/lib/contract/links";
import { InviteScreen } from "./invite-screen";

const created: NewLink = {
  _id: "11",
  url: "https://evenly.test/join/AbCdEf0123456789_-AbCd",
  qr: "<svg/>",
  expiresAt: "2026-12-01T00:00:00.000Z",
};
const link = (_id: string, createdBy: typeof ana): Link => ({
  _id,
  createdBy,
  uses: 2,
  guest: null,
  createdAt: "2026-11-24T00:00:00.000Z",
  expiresAt: created.expiresAt,
});

let links: Link[] = [];
let sent: Sent[] = [];
let response: (call: Sent) => FakeResponse;

beforeEach(() => {
  links = [];
  response = () => ({ body: { success: true } });
  sent = fakeApi((call) => response(call));
});

const show = () =>
  showScreen(ana, () => <InviteScreen viewerId={ana._id} group={group} links={links} guests={[]} />);

test("a new link is shown with its QR code, can be copied, and is listed", async () => {
  response = () => {
    links = [link(created._id, ana)];
    return { body: created };
  };
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByText(created.url)).toBeVisible();
  expect(screen.getByRole("img", { name: "The link as a QR code" })).toHaveAttribute(
    "src",
    "data:image/svg+xml,%3Csvg%2F%3E",
  );
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Link copied.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(created.url);
  expect(await screen.findByRole("heading", { name: "Links (1)" })).toBeVisible();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /api/groups/${group._id}/links`,
  ]);
});

test("why a link could not be created is shown", async () => {
  const message = "You can have 20 invite links. Revoke one first.";
  response = () => refusal(409, "too-many-links", message);
  show();
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByText(message)).toBeVisible();
});

test("a revoked link disappears from the list", async () => {
  links = [link("22", ana), link("33", ben)];
  response = () => {
    links = links.slice(0, 1);
    return { body: { success: true } };
  };
  show();
  const revoke = screen.getByRole("button", { name: "Revoke Ben Okafor's link" });
  expect(revoke).toHaveAccessibleDescription(`2 joined until ${shortDate("2026-12-01")}`);
  await userEvent.click(revoke);
  expect(await screen.findByText("The link no longer works.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Ben Okafor's link")).toBeNull());
  expect(sent).toMatchObject([{ method: "DELETE", path: `/api/groups/${group._id}/links/33` }]);
});
