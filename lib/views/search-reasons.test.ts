import { meaningsOf } from "@/lib/core/expenses/search";
import { ObjectId } from "mongodb";
import { reasonsFor } from "./search";

// A detail that is added to the table of details.
jest.mock("@/lib/core/expenses/details", () => {
  const actual = jest.requireActual<typeof import("@/lib/core/expenses/details")>(
    "@/lib/core/expenses/details",
  );
  return {
    ...actual,
    EXPENSE_DETAILS: {
      ...actual.EXPENSE_DETAILS,
      receipt: { ...actual.EXPENSE_DETAILS.note, name: "Receipt" },
    },
    SEARCHED_FIELDS: [...(actual.SEARCHED_FIELDS ?? []), "receipt"],
    EXPENSE_DETAIL_FIELDS: [...actual.EXPENSE_DETAIL_FIELDS, "receipt"],
  };
});

test("what was found in a searched detail is a result, whatever details there are", () => {
  const id = new ObjectId();
  const found = {
    _id: id,
    groupId: id,
    eventId: id,
    paidBy: id,
    payers: [],
    shares: [],
    cents: 100,
    date: new Date(),
    description: "Pizza",
    category: null,
    note: "From the oven",
    receipt: "X-17",
  };
  const reasons = (query: string) => reasonsFor(meaningsOf([query], []), [], [])(found);
  expect(["pizza", "oven", "x-17", "x-18"].map(reasons)).toEqual([[], [], [], null]);
});
