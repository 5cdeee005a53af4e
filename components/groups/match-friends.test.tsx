import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { fakeApi } from "@/testing/components/fake-api";
import type { User } from "@/lib/contract/people";
import { FriendPicker } from "./friend-picker";
import { matchFriends, mergeMatches, needsEmailSearch } from "./match-friends";

const friend = (name: string, email: string): User => ({ _id: name, name, picture: "", email });
const friends = [
  friend("José Álvarez", "jal****@demo.test"),
  friend("Ana-Maria Silva", "ams****@demo.test"),
  friend("עדי לוי", "adi****@demo.test"),
];
const found = (query: string) => matchFriends(friends, query).map(({ name }) => name);

test.each([
  ["the start of the first name, without its accent", "jose", ["José Álvarez"]],
  ["the start of the last name", " SIL ", ["Ana-Maria Silva"]],
  ["a part after a hyphen", "maria", ["Ana-Maria Silva"]],
  ["the whole name", "ana-maria s", ["Ana-Maria Silva"]],
  ["another script", "לוי", ["עדי לוי"]],
  ["the visible start of the email", "adi", ["עדי לוי"]],
  ["not the middle of a word", "ilva", []],
  ["not the hidden part of the email", "demo", []],
])("finds by %s", (_name, query, names) => {
  expect(found(query)).toEqual(names);
});

test("a blank query matches everyone", () => {
  expect(found("  ")).toHaveLength(3);
});

test("asks the server only if the hidden part of a friend's email may match", () => {
  const asked = ["ja", "jal", " Jalv", "jalvarez@demo.test", "jal al", "jose", "al@"];
  expect(asked.filter((query) => needsEmailSearch(friends, query))).toEqual([" Jalv", "jalvarez@demo.test"]);
});

test("matches by name come first, then those by email; friends only, without duplicates", () => {
  const byEmail = ["Ana-Maria Silva", "A stranger", "José Álvarez"].map((_id) => ({ _id }));
  const names = (query: string) => mergeMatches(friends, query, byEmail).map(({ name }) => name);
  expect(names("silva")).toEqual(["Ana-Maria Silva", "José Álvarez"]);
  expect(names("nobody")).toEqual(["José Álvarez", "Ana-Maria Silva"]);
});

describe("the search", () => {
  const marta = friend("Marta Reis", "mre****@demo.test");
  const boris = friend("Boris Kahn", "mar****@demo.test");
  const stranger = friend("Stranger", "mar****@demo.test");
  let responses: Record<string, (people: User[]) => void>;
  let asked: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    responses = {};
    asked = [];
    fakeApi(({ path }) => {
      const query = new URL(path, "http://evenly.test").searchParams.get("query") ?? "";
      asked.push(query);
      return new Promise((resolve) => (responses[query] = (people) => resolve({ body: people })));
    });
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <FriendPicker
          label="Participants"
          friends={[marta, boris]}
          taken={[]}
          guests={[]}
          onPick={() => {}}
          onGuest={() => {}}
        />
      </SWRConfig>,
    );
  });
  afterEach(() => jest.useRealTimers());

  const type = (text: string) =>
    fireEvent.change(screen.getByLabelText("Participants"), { target: { value: text } });
  const pause = () => act(() => jest.advanceTimersByTimeAsync(500));
  const response = (query: string, people: User[]) =>
    act(async () => {
      responses[query]?.(people);
      await jest.advanceTimersByTimeAsync(0);
    });
  const shown = () => {
    const list = screen.queryByRole("list", { name: "Friends found" });
    return list
      ? within(list)
          .getAllByRole("button")
          .map((button) => button.getAttribute("aria-label"))
      : [];
  };

  test("shows names at once and adds matches by email", async () => {
    type("mart");
    expect(shown()).toEqual(["Add Marta Reis"]);
    expect(screen.queryByText("Searching...")).toBeNull();
    await pause();
    await response("mart", [stranger, boris, marta]);
    expect(shown()).toEqual(["Add Marta Reis", "Add Boris Kahn"]);
  });

  test("ignores an answer to an earlier query", async () => {
    type("mart");
    await pause();
    type("marta");
    await response("mart", [boris]);
    expect(shown()).toEqual(["Add Marta Reis"]);
    await pause();
    await response("marta", []);
    expect(shown()).toEqual(["Add Marta Reis"]);
    expect(asked).toEqual(["mart", "marta"]);
  });

  test("does not ask the server for what the masked emails tell", async () => {
    type("mar");
    await pause();
    expect(shown()).toEqual(["Add Marta Reis", "Add Boris Kahn"]);
    expect(asked).toEqual([]);
  });

  test("without local matches, shows a search until the server answers", async () => {
    type("mar@demo");
    expect(screen.getByRole("status")).toHaveTextContent("Searching...");
    await pause();
    await response("mar@demo", [stranger]);
    expect(screen.getByRole("status")).toHaveTextContent("No user found.");
    expect(shown()).toEqual([]);
  });
});
