import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ana, ben, cleo } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import { RecordPaymentForm } from "./record-payment-form";

test("what is owed then is said right below the amount, where a phone shows it", async () => {
  const event = { _id: "e", groupId: "g" };
  showScreen(ana, () => <RecordPaymentForm event={event} people={[ben, cleo]} owed={{ [ben._id]: 10 }} />);
  await userEvent.click(screen.getByRole("radio", { name: "Ben Okafor" }));
  await userEvent.type(screen.getByLabelText("Amount"), "12");
  const said = screen.getByText(whole("Then Ben Okafor will owe you $2.00."));
  const methods = screen.getByRole("group", { name: "Payment method (optional)" });
  expect(screen.getByLabelText("Amount").compareDocumentPosition(said)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(said.compareDocumentPosition(methods)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
