import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Person } from "@/lib/contract/people";
import { fakeApi, refusal, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import { RecordPaymentForm, type RecordPaymentFormProps } from "./record-payment-form";

const event = { _id: "e", groupId: "g" };
let sent: Sent[];

function show(owed: RecordPaymentFormProps["owed"], people: readonly Person[] = [ben, cleo], to?: string) {
  sent = fakeApi(({ method, body }) => {
    if (method === "PUT") return { body: { success: true } };
    const { from, amount } = body as { from: string; amount: number };
    const paid =
      from === ana._id ? settlement(1, ana, ben, amount, true) : settlement(1, ben, ana, amount, true);
    return { body: paid };
  });
  showScreen(ana, () => <RecordPaymentForm event={event} people={people} owed={owed} to={to} />);
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const amount = () => screen.getByLabelText("Amount");
const said = (text: string) => screen.getByText(whole(text));
const toast = () => screen.getByRole("alert").textContent?.replace(/[\u2068\u2069]/g, "");

test("what is owed then is said right below the amount, where a phone shows it", async () => {
  show({ [ben._id]: 10 });
  await userEvent.clear(amount());
  await userEvent.type(amount(), "12");
  const then = said("Then Ben Okafor will owe you $2.00.");
  const methods = screen.getByRole("group", { name: "Payment method (optional)" });
  expect(amount().compareDocumentPosition(then)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(then.compareDocumentPosition(methods)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the largest debt is filled in: one press records it, and Undo takes it back", async () => {
  show({ [ben._id]: 10.5, [cleo._id]: 3 });
  expect(amount()).toHaveValue("10.50");
  expect(said("Then you and Ben Okafor will be even.")).toBeVisible();
  await press("Record Payment");
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/groups/g/events/e"));
  expect(sent[0]).toMatchObject({
    path: "/api/events/e/payments",
    body: { from: ana._id, to: ben._id, amount: 10.5, owed: 10.5 },
    key: expect.any(String),
  });
  expect(toast()).toBe("Recorded: You paid Ben $10.50.");
  await press("Undo");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    method: "PUT",
    body: { settled: false, userId: ana._id, amount: 10.5, from: ana._id },
  });
});

test("what is owed to the viewer is filled in as paid by the other person, and can be more", async () => {
  show({ [ben._id]: -4 });
  expect(screen.getByRole("button", { name: /^Swap: you paid/ })).toBeVisible();
  expect(amount()).toHaveValue("4.00");
  await userEvent.clear(amount());
  await userEvent.type(amount(), "6");
  expect(said("Then you will owe Ben Okafor $2.00.")).toBeVisible();
  await press("Record Payment");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.body).toMatchObject({ from: ben._id, to: ana._id, amount: 6, owed: 4 });
  await waitFor(() => expect(toast()).toBe("Recorded: Ben paid you $6.00."));
});

test("the arrow swaps who paid, and what is owed goes with it; what was typed stays", async () => {
  show({ [ben._id]: 10 });
  await press(/^Swap: .*Ben.* paid you$/);
  expect(amount()).toHaveValue("");
  await press(/^Swap: you paid/);
  expect(amount()).toHaveValue("10.00");
  await userEvent.clear(amount());
  await userEvent.type(amount(), "7");
  await press(/^Swap/);
  expect(amount()).toHaveValue("7");
  expect(said("Then you will owe Ben Okafor $17.00.")).toBeVisible();
});

test("someone else is chosen with what is owed between the two", async () => {
  show({ [ben._id]: 10, [cleo._id]: -3 });
  await press("Someone else");
  await userEvent.click(screen.getByRole("radio", { name: "Cleo Marsh" }));
  expect(screen.getByRole("button", { name: /^Swap: you paid/ })).toBeVisible();
  expect(amount()).toHaveValue("3.00");
  expect(screen.queryByRole("radio", { name: "Ben Okafor" })).toBeNull();
});

test("one other person is selected without a debt, too", async () => {
  show({}, [cleo]);
  expect(said("You and Cleo Marsh are even.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Someone else" })).toBeNull();
});

test("with several people and no debt, they are listed, and one is required", async () => {
  show({});
  await userEvent.type(amount(), "5");
  await press("Record Payment");
  expect(screen.getByRole("alert")).toHaveTextContent("Select a person.");
  await userEvent.click(screen.getByRole("radio", { name: "Ben Okafor" }));
  await press("Record Payment");
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("the person of the link comes first; a refusal says why, and the form stays", async () => {
  show({ [ben._id]: 10 }, [ben, cleo], cleo._id);
  expect(said("You and Cleo Marsh are even.")).toBeVisible();
  fakeApi(() => refusal(409, "amount-changed", "The amount has changed."));
  await userEvent.type(amount(), "5");
  await press("Record Payment");
  expect(await screen.findByText("The amount has changed.")).toBeVisible();
  expect(router.replace).not.toHaveBeenCalled();
});
