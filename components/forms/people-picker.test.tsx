import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, type Sent } from "@/testing/components/fake-api";
import { ana, event, group, person } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { EventForm } from "@/components/events/event-form";

let sent: Sent[] = [];
const saves = () => sent.filter(({ path }) => path.startsWith("/api/events"));

beforeEach(() => {
  localStorage.clear();
  sent = fakeApi(({ path }) => ({ status: 201, body: path.endsWith("/guests") ? person(60, "Lea") : event }));
});

const many = Array.from({ length: 20 }, (_, n) => person(n + 20, `Member ${n + 1}`));
const show = (members = group.members) =>
  showScreen(ana, () => (
    <EventForm group={{ ...group, members }} event={{ ...event, participants: [ana] }} today="2026-03-14" />
  ));
const submit = () => userEvent.click(screen.getByRole("button", { name: "Update Event" }));

test("a name without an account that was typed and not added is asked about, and never lost", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Someone without an account" }));
  await userEvent.type(screen.getByLabelText("Name"), "Lea");
  await submit();
  const question = "“Lea” is not added yet. Add them, or clear the field.";
  expect(screen.getByRole("alert")).toHaveTextContent(question);
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/Lea.*is not added yet/);
  expect(saves()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  await submit();
  await waitFor(() => expect(saves()).toHaveLength(1));
});

test("a name that is searched and not found is asked about when the form is sent", async () => {
  show([...group.members, ...many]);
  const search = screen.getByLabelText("Find a person");
  await userEvent.type(search, "Lea{Enter}");
  expect(screen.getByText("No one by that name.")).toBeVisible();
  await submit();
  expect(screen.getByRole("alert")).toHaveTextContent("“Lea” is not added yet. Clear the search to go on.");
  expect(search).toHaveFocus();
  expect(search).toBeInvalid();
  expect(saves()).toEqual([]);
  await userEvent.clear(search);
  await submit();
  await waitFor(() => expect(saves()).toHaveLength(1));
});
