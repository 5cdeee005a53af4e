import { EJSON, type Document } from "bson";
import type { OperationName } from "@/lib/schemas/operations";
import { call, type CallInput } from "./call";

type SessionUser = NonNullable<CallInput["as"]>;

type Answer = { call: string; status: number; text: string };

/**
 * Makes the calls of a client that knows the fields of the specification only, one after another.
 * @param data the database as lib/testing/data-of-version-1.json
 */
export async function callsOfOldClients(data: string): Promise<Answer[]> {
  const stored = EJSON.parse(data) as Record<string, Document[]>;
  const idOf = (collection: string, fields: Document) => {
    const found = stored[collection]!.find((one) =>
      Object.entries(fields).every(([key, value]) => one[key] === value),
    );
    return String(found!["_id"]);
  };
  const personCalled = (name: string): SessionUser => {
    const { _id, email } = stored["users"]!.find((user) => user["name"] === name)!;
    return { id: String(_id), name, email: String(email), picture: "" };
  };
  const [ana, ben, cleo] = [personCalled("Ana"), personCalled("Ben"), personCalled("Cleo")];
  const [taxi, groceries] = ["Taxi", "Groceries"].map((description) => idOf("expenses", { description }));
  const eventId = String(stored["events"]![0]!["_id"]);
  const all = [ana.id, ben.id, cleo.id];
  const bread = { eventId, paidBy: ben.id, description: "Bread", amount: 30, splitWith: all };
  const milk = { description: " Milk  and eggs ", amount: 50.01, splitWith: [cleo.id, ana.id] };

  const answers: Answer[] = [];
  async function make(name: OperationName, as: SessionUser, input: Omit<CallInput, "as">): Promise<unknown> {
    const { status, text, body } = await call(name, { as, ...input });
    answers.push({ call: name, status, text: anonymous(text) });
    return body;
  }
  /** What differs from run to run is named alike. */
  const anonymous = (text: string) =>
    text
      .replace(/"[0-9a-f]{24}"/g, (id) => (data.includes(id) ? id : '"<new>"'))
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (date) =>
        data.includes(date.slice(1, 20)) ? date : '"<now>"',
      );

  const lists = async () => {
    await make("listExpenses", ana, { query: { eventId } });
    await make("listSettlements", ben, { query: { eventId } });
    await make("getEvent", cleo, { params: { eventId } });
  };

  await lists();
  for (const expenseId of [taxi!, groceries!]) await make("getExpense", ben, { params: { expenseId } });
  await make("createExpense", ben, { body: bread });
  await make("editExpense", cleo, { params: { expenseId: groceries! }, body: milk });
  await lists();
  for (const change of [
    { description: " " },
    { amount: 0 },
    { amount: -1 },
    { amount: 1.005 },
    { amount: "12" },
    { amount: null },
    { splitWith: [] },
    { splitWith: [eventId] },
    { splitWith: undefined },
  ]) {
    await make("createExpense", ben, { body: { ...bread, ...change } });
    await make("editExpense", cleo, { params: { expenseId: groceries! }, body: { ...milk, ...change } });
  }
  await make("createExpense", ana, { body: bread });
  await make("editExpense", ana, { params: { expenseId: groceries! }, body: milk });
  const payments = (await make("listSettlements", ana, { query: { eventId } })) as {
    _id: string;
    settled: boolean;
  }[];
  const id = payments.find(({ settled }) => !settled)!._id;
  for (const settled of [true, false])
    await make("settle", ana, { params: { id }, body: { settled, userId: ana.id } });
  await make("deleteExpense", cleo, { params: { expenseId: groceries! } });
  await lists();
  return answers;
}
