import { ObjectId, type Document } from "mongodb";
import type { z } from "zod";
import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { joining } from "@/lib/db/groups";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import type { myData } from "@/lib/contract/account";
import type { groupExport } from "@/lib/contract/groups";
import { balanceToCents, sumByKey } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import type { PlanResponse } from "@/lib/contract/plans";
import type { PlannedPayment } from "@/lib/contract/settlements";
import { limitOf } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { countCommands, useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { myDataView } from "@/lib/views/account/my-data";
import { call, done } from "@/testing/api/call";
import { createFullAccount, type FullAccount } from "@/testing/api/full-account";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

type MyData = z.infer<typeof myData>;
type GroupExport = z.infer<typeof groupExport>;

let life: FullAccount;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  life = await createFullAccount();
});

/** Parses rows of cells by RFC 4180. */
function readCsv(text: string): string[][] {
  expect(text.startsWith("\uFEFF")).toBe(true);
  const lines = text.slice(1).split("\r\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) =>
    [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
    ),
  );
}

/** Documents with data about a person, by collection. */
async function documentsAbout(hex: string): Promise<Record<string, Document[]>> {
  const all = await dump();
  return Object.fromEntries(
    Object.entries(all).map(([name, documents]) => [
      name,
      documents.filter((one) => !one["deletedAt"] && JSON.stringify(one).includes(hex)),
    ]),
  );
}

const ids = (rows: readonly { _id: unknown }[]) => rows.map(({ _id }) => String(_id)).sort();
const cents = (dollars: number) => Math.round(dollars * 100);
/** What payments change for people, without zeros. */
const netsOf = (payments: readonly PlannedPayment[]) => [
  ...netByPerson(
    payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, cents: cents(amount) })),
  ),
];

describe("Download my data", () => {
  let data: MyData;
  let about: Record<string, Document[]>;
  beforeAll(async () => {
    const groups = (await (await collections()).groups.find({ members: life.me._id }).toArray()).map(
      ({ _id }) => _id,
    );
    await saveNoticeSettings(life.me._id, {
      push: ["paid"],
      mutedGroups: groups.slice(1),
      hideAmounts: true,
    });
    while (await makeNotices(new Date()));
    const response = await call("exportMyData", { as: life.me });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="evenly-my-data.json"');
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    data = operations.exportMyData.response.parse(response.body);
    about = await documentsAbout(life.me.id);
  });

  test("no other collection contains the person", () => {
    const known = Object.entries(about).filter(([, documents]) => documents.length > 0);
    expect(known.map(([name]) => name).sort()).toEqual([
      "accounts",
      "activities",
      // Sums of the settlements; not exported.
      "balances",
      "events",
      "expenses",
      "friendships",
      "groupRequests",
      "groups",
      "links",
      "notices",
      "pushSubscriptions",
      "sessions",
      "settlements",
      // Sums of the shares; not exported.
      "spending",
      "tokens",
      "transfers",
      "users",
    ]);
  });

  test("contains the person, their accounts, and their devices", () => {
    const { _id, name, email, image } = about["users"]![0]!;
    expect(data.user).toEqual({ _id: String(_id), name, email, picture: image });
    expect(data.user.picture).toBe("https://pictures.test/zelda.jpg");
    const { provider, providerAccountId } = life.account;
    expect(data.signIns).toEqual([{ provider, providerAccountId }]);
    const [session] = about["sessions"]!;
    expect(data.sessions).toMatchObject([
      { _id: String(session!["_id"]), device: life.device, current: false },
    ]);
    const [browser] = about["pushSubscriptions"]!;
    expect(data.pushDevices).toMatchObject([{ _id: String(browser!["_id"]), device: life.device }]);
    expect(JSON.stringify(data)).not.toContain(browser!["endpoint"]);
    const [token] = about["tokens"]!;
    expect(data.tokens).toMatchObject([
      { _id: String(token!["_id"]), name: "Zelda's script", group: { title: "Own group" } },
    ]);
    expect(JSON.stringify(data)).not.toContain(token!["hash"]);
  });

  test("contains what they were told, in words, and what they want to be told", () => {
    expect(data.notices.length).toBeGreaterThan(0);
    // Others are told of the user's friend requests.
    const own = about["notices"]!.filter(({ userId }) => String(userId) === life.me.id);
    expect(ids(data.notices)).toEqual(ids(own as { _id: unknown }[]));
    const [{ text, kind, read } = { text: "", kind: "", read: true }] = data.notices;
    expect([text.length > 0, own.map((one) => one["kind"]), read]).toEqual([
      true,
      expect.arrayContaining([kind]),
      false,
    ]);
    const { mutedGroups, ...settings } = data.noticeSettings;
    const titled = data.groups.map(({ _id, title }) => ({ _id, title })).slice(1);
    expect(mutedGroups).toEqual(expect.arrayContaining(titled));
    expect(settings).toEqual({
      push: ["paid"],
      email: [],
      mutedPeople: [],
      quiet: null,
      timeZone: null,
      hideAmounts: true,
      emailStopped: false,
    });
  });

  test("contains friendships, requests, and blocks, but not who blocked or ignored them", () => {
    const { people, me } = life;
    const stored = about["friendships"]!;
    const hidden = stored.filter(
      ({ status, blockedBy }) => status === "blocked" && String(blockedBy) !== me.id,
    );
    expect(hidden).toHaveLength(1);
    const { friends, friendRequests, ignoredRequests, blocked } = data;
    expect(ids([...friends, ...friendRequests, ...ignoredRequests, ...blocked])).toEqual(
      ids(stored.filter((one) => !hidden.includes(one)) as { _id: unknown }[]),
    );
    expect(friends.map(({ user }) => user.name).sort()).toEqual(["Ana", "Ben"]);
    expect(friendRequests.map(({ from, to }) => [from.name, to.name]).sort()).toEqual([
      ["Dan", me.name],
      [me.name, "Cy"],
      [me.name, "Eve"],
    ]);
    expect(ignoredRequests.map(({ from }) => from.name)).toEqual(["Fay"]);
    expect(blocked.map(({ user }) => user.name)).toEqual(["Rude"]);
    expect(JSON.stringify(data)).not.toContain(people.gus.id);
  });

  test("dates friendships from when they began, not from when they were requested", async () => {
    const [asked, asking] = [await aPerson("Asked"), await aPerson("Asking")];
    const request = { body: { to: asked.id } };
    const { _id } = await done<{ _id: string }>("sendFriendRequest", asking, request);
    const { friendships } = await collections();
    const lastYear = new Date(Date.now() - 365 * 86_400_000);
    await friendships.updateOne({ _id: new ObjectId(_id) }, { $set: { createdAt: lastYear } });
    const before = new Date().toISOString();
    await done("acceptFriendRequest", asked, { params: { id: _id } });
    const { friends } = await done<MyData>("exportMyData", asking);
    expect(friends).toHaveLength(1);
    expect(friends[0]!.since >= before).toBe(true);
  });

  test("contains invitations sent and received", () => {
    expect(ids(data.invitations)).toEqual(ids(about["groupRequests"] as { _id: unknown }[]));
    expect(data.invitations.map(({ group, from, to }) => [group.title, from.name, to.name]).sort()).toEqual([
      ["Nobody came", life.me.name, "Ben"],
      ["Waiting for me", "Ben", life.me.name],
    ]);
  });

  test("contains links, never their secrets, and the guests who took part with them or were claimed", () => {
    const stored = about["links"]!;
    expect(ids([...data.links, ...data.sharedLinks])).toEqual(ids(stored as { _id: unknown }[]));
    const dinner = { event: { title: "Dinner" }, group: { title: "Own group" } };
    expect(data.sharedLinks).toMatchObject([
      { shows: "why", only: { name: "Ana" }, ...dinner },
      { shows: "statement", only: null, ...dinner },
    ]);
    expect(data.links.map(({ group, guest, uses }) => [group?.title, guest?.name, uses])).toEqual([
      [undefined, undefined, 0],
      ["Own group", "Zoe", 0],
      ["Own group", undefined, 1],
    ]);
    for (const { hash } of stored) expect(JSON.stringify(data)).not.toContain(hash);
    const theirs = about["sessions"]!.filter(({ user }) => String(user) !== life.me.id);
    expect(ids(data.guests)).toEqual(ids(theirs as { _id: unknown }[]));
    expect(data.guests).toMatchObject([
      { guest: { name: "Nina", guest: true }, group: { title: "Own group" } },
    ]);
    expect(data.claimed).toMatchObject([{ guest: { name: "Quinn" }, group: { title: "Joined group" } }]);
  });

  test("contains what plans changed in their events", () => {
    const plans = data.groups.flatMap((group) => group.events.flatMap((event) => event.plans));
    expect(ids(plans)).toEqual(ids(about["transfers"] as { _id: unknown }[]));
    expect(plans).toMatchObject([{ of: "event", usedBy: { name: "Ben" } }]);
    const [{ replaced, transfers }] = plans as [MyData["groups"][number]["events"][number]["plans"][number]];
    expect(replaced).toHaveLength(3);
    expect(netsOf(transfers)).toEqual([]);
  });

  /** Documents of the groups of which the person is a member. */
  const present = (documents: Document[] | undefined) =>
    documents!.filter(({ _id, groupId }) =>
      data.groups.some((group) => group._id === String(groupId ?? _id)),
    ) as (Document & { _id: unknown })[];

  test("contains groups, with the person's part in them", () => {
    expect(ids(data.groups)).toEqual(
      ids(
        about["groups"]!.filter(({ members }) => String(members).includes(life.me.id)) as { _id: unknown }[],
      ),
    );
    expect(Object.fromEntries(data.groups.map(({ title, role }) => [title, role]))).toEqual({
      "Own group": "creator",
      "Nobody came": "creator",
      "Joined group": "member",
    });
    for (const stored of present(about["groups"])) {
      const { title, icon, createdAt } = stored;
      const found = data.groups.find(({ _id }) => _id === String(stored["_id"]));
      expect(found).toMatchObject({ title, icon, createdAt: (createdAt as Date).toISOString() });
      expect(ids(found!.members)).toEqual((stored["members"] as ObjectId[]).map(String).sort());
    }
  });

  test("contains events, with what they paid and owe", () => {
    const events = data.groups.flatMap((group) => group.events);
    expect(ids(events)).toEqual(ids(present(about["events"])));
    for (const stored of present(about["events"])) {
      const tally = (stored["tally"] as Record<string, { paid: number; share: number }>)[life.me.id];
      const found = events.find(({ _id }) => _id === String(stored["_id"]))!;
      expect(found).toMatchObject({
        title: stored["title"],
        date: (stored["date"] as Date).toISOString(),
        createdByMe: String(stored["createdBy"]) === life.me.id,
        participating: (stored["participants"] as ObjectId[]).some((one) => String(one) === life.me.id),
        participants: (stored["participants"] as ObjectId[]).map((one) => ({ _id: String(one) })),
        closedAt: (stored["closedAt"] as Date | undefined)?.toISOString() ?? null,
      });
      expect([cents(found.paid), cents(found.share)]).toEqual([tally?.paid ?? 0, tally?.share ?? 0]);
    }
  });

  test("contains their own expenses and payments to the cent, and no others", () => {
    const events = data.groups.flatMap((group) => group.events);
    const expenses = events.flatMap((event) => event.expenses);
    const { leftGroups } = data;
    expect(ids([...expenses, ...leftGroups.expenses])).toEqual(ids(about["expenses"] as { _id: unknown }[]));
    expect(leftGroups.expenses).toMatchObject([{ description: "Long ago", amount: 40, paid: 0, share: 20 }]);
    expect(expenses.map(({ description }) => description)).not.toContain("Only theirs");
    for (const stored of present(about["expenses"])) {
      const found = expenses.find(({ _id }) => _id === String(stored["_id"]))!;
      expect(found).toMatchObject({
        description: stored["description"],
        eventId: String(stored["eventId"]),
        paidBy: { _id: String(stored["paidBy"]) },
        createdAt: (stored["createdAt"] as Date).toISOString(),
      });
      expect(cents(found.amount)).toBe(stored["cents"]);
      expect(found.shares.map(({ user, amount }) => [user, cents(amount)])).toEqual(
        (stored["shares"] as { user: ObjectId; cents: number }[]).map((one) => [String(one.user), one.cents]),
      );
    }
    const settlements = events.flatMap((event) => event.settlements);
    expect(ids([...settlements, ...leftGroups.payments])).toEqual(
      ids(about["settlements"] as { _id: unknown }[]),
    );
    // A payment between two others that this person marked as settled.
    expect(settlements.some(({ from, to }) => ![from._id, to._id].includes(life.me.id))).toBe(true);
    for (const stored of present(about["settlements"])) {
      const found = settlements.find(({ _id }) => _id === String(stored["_id"]))!;
      expect([cents(found.amount), found.settled]).toEqual([
        Math.abs(stored["net"] as number),
        stored["settled"],
      ]);
    }
  });

  test("contains their actions and those that concern them", () => {
    const activity = data.groups.flatMap((group) => group.activity);
    // Limited to groups that they are in; others they have left, or were only invited to.
    const concerns = about["activities"]!.filter(
      ({ actor, people, groupId }) =>
        data.groups.some(({ _id }) => _id === String(groupId)) &&
        [actor, ...(people as unknown[])].some((one) => String(one) === life.me.id),
    );
    expect(ids(activity)).toEqual(ids(concerns as { _id: unknown }[]));
    expect(activity.length).toBeGreaterThan(10);
  });

  test("as CSV, lists every expense with its shares, without formulas", async () => {
    const response = await call("exportMyExpenses", { as: life.me });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [header, ...rows] = readCsv(response.text);
    expect(header?.join()).toBe(
      "Date,Group,Event,Description,Category,Note,Paid by,Amount,I paid,My share,Shares",
    );
    const stored = about["expenses"]!;
    expect(rows).toHaveLength(stored.length);
    expect(rows.map((row) => row[3]).sort()).toEqual([
      `'=HYPERLINK("http://evil.test")`,
      "Long ago",
      "Taxi",
      "Train",
      "Wine, red",
    ]);
    for (const row of rows) {
      const [, group, , , , , , amount, , own, shares] = row as [string, ...string[]];
      // Of a group that they have left, the shares of others are not told.
      if (group === "") continue;
      const parts = shares!.split("; ").map((part) => /^(.*) (\d+\.\d\d)$/.exec(part)!);
      const sum = parts.reduce((total, [, , part]) => total + cents(Number(part)), 0);
      expect(sum).toBe(cents(Number(amount)));
      const mine = parts.find(([, name]) => name === life.me.name);
      expect(own).toBe(mine?.[2] ?? "");
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@]/);
    }
  });
});

describe("a group's export", () => {
  test("JSON: the group, its events, expenses and payments", async () => {
    const { people, groups } = life;
    const params = { groupId: groups.joined };
    const response = await call("exportGroup", { as: people.ben, params });
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="evenly-joined-group.json"',
    );
    const exported: GroupExport = operations.exportGroup.response.parse(response.body);
    expect(exported.group).toEqual(await done("getGroup", people.ben, { params }));
    expect(exported.events.map(({ title }) => title).sort()).toEqual(["Trip", "Without me"]);
    expect(exported.events.map(({ plans }) => plans.length).sort()).toEqual([0, 1]);
    for (const { expenses, settlements, plans: _, splits, ...event } of exported.events) {
      const query = { eventId: event._id };
      expect(event).toEqual(await done("getEvent", people.ben, { params: query }));
      expect(expenses.map(({ debts: _, ...expense }) => expense)).toEqual(
        await done("listExpenses", people.ben, { query }),
      );
      for (const { debts, payers, shares } of expenses) {
        const sides = [
          ...payers.map(({ user, amount }) => [user._id, balanceToCents(amount)] as const),
          ...shares.map(({ user, amount }) => [user, -balanceToCents(amount)] as const),
          ...debts.map(({ from, amount }) => [from, balanceToCents(amount)] as const),
          ...debts.map(({ to, amount }) => [to, -balanceToCents(amount)] as const),
        ];
        expect(sumByKey(sides)).toEqual(new Map());
      }
      expect(settlements).toEqual(await done("listSettlements", people.ben, { query }));
      expect(splits).toEqual(await done("eventSplits", people.ben, { params: query }));
    }
  });

  test("CSV: a column for each person, including former members, payments, and totals", async () => {
    const { people, groups, me } = life;
    const response = await call("exportGroupExpenses", { as: people.ana, params: { groupId: groups.left } });
    const [header, ...rows] = readCsv(response.text);
    expect(header?.join()).toBe(
      `Date,Event,Kind,Description,Category,Note,Paid by,Paid to,Method,Split,Amount,Ana,Ben,${me.name}`,
    );
    const today = new Date().toISOString().slice(0, 10);
    const paid = [today, "Past", "Payment", `${me.name} paid Ana`, "", "", me.name, "Ana", "", ""];
    const total = (label: string, ...cells: string[]) => [
      "",
      "",
      "Total",
      label,
      ...Array(6).fill(""),
      ...cells,
    ];
    expect(rows).toEqual([
      [
        today,
        "Past",
        "Expense",
        "Long ago",
        "Other",
        "",
        "Ana",
        "",
        "",
        "Equal",
        "40.00",
        "20.00",
        "",
        "20.00",
      ],
      [...paid, "20.00", "", "", ""],
      [""],
      total("Paid", "40.00", "40.00", "0.00", "0.00"),
      total("Share", "40.00", "20.00", "0.00", "20.00"),
      total("Payments made", "20.00", "0.00", "0.00", "20.00"),
      total("Payments received", "20.00", "20.00", "0.00", "0.00"),
      total("Balance (negative: owes)", "", "0.00", "0.00", "0.00"),
    ]);
  });

  /** Bo's download of a group of Ana's with two large events, of which one piece was read. */
  async function aDownload() {
    const [ana, bo] = [await aPerson("Ana"), await aPerson("Bo")];
    const groupId = await aGroup("Large", [ana, bo]);
    const eventIds = [await anEvent(groupId, "Event 0", [ana]), await anEvent(groupId, "Event 1", [ana])];
    const { expenses } = await collections();
    for (const eventId of eventIds) {
      const pattern = await createExpense({
        _id: new ObjectId(),
        eventId,
        recorder: ana._id,
        description: "Much ".repeat(20),
        cents: 100,
        splitWith: [ana._id],
      });
      await expenses.insertMany(Array.from({ length: 1_000 }, () => ({ ...pattern, _id: new ObjectId() })));
    }
    const route = jest.requireActual<{ GET: (request: Request, context: object) => Promise<Response> }>(
      "./groups/[groupId]/expenses.csv/route",
    );
    const { signInAs } = jest.requireActual<typeof import("@/testing/session")>("@/testing/session");
    signInAs(bo);
    const response = await route.GET(new Request("http://localhost:3000/x"), {
      params: Promise.resolve({ groupId: String(groupId) }),
    });
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    const rest = async () => {
      let text = "";
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        text += new TextDecoder().decode(piece.value);
      return text;
    };
    return { ana, bo, groupId: String(groupId), eventIds, rest };
  }

  test("goes on without an event that is deleted meanwhile", async () => {
    const { ana, eventIds, rest } = await aDownload();
    await done("deleteEvent", ana, { params: { eventId: String(eventIds[1]) } });
    const lines = (await rest()).split("\r\n");
    expect(lines.length).toBeLessThan(1_600);
    expect(lines.at(-2)).toContain("Balance");
  });

  test("stops at an expense of someone who has joined meanwhile, for whom there is no column", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const { ana, groupId, eventIds, rest } = await aDownload();
    const cleo = await aPerson("Cleo");
    await (
      await collections()
    ).groups.updateOne({ _id: new ObjectId(groupId) }, joining([cleo._id], new Date()));
    await done("createExpense", ana, {
      body: { eventId: String(eventIds[0]), description: "Late", amount: 10, splitWith: [ana.id, cleo.id] },
    });
    await expect(rest()).rejects.toMatchObject({ code: "conflict" });
    expect(log).toHaveBeenCalledWith(expect.stringContaining('"msg":"A download was interrupted."'));
  });

  test("stops when the person is removed meanwhile", async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const { ana, bo, groupId, rest } = await aDownload();
    await done("removeMember", ana, { params: { groupId }, body: { userId: bo.id } });
    await expect(rest()).rejects.toMatchObject({ code: "not-found" });
    expect(log).toHaveBeenCalledWith(expect.stringContaining('"msg":"A download was interrupted."'));
  });
});

describe("files of expenses and payments", () => {
  let [ana, ben]: Viewer[] = [];
  let groupId: string;
  let eventId: string;
  const today = new Date().toISOString().slice(0, 10);

  beforeAll(async () => {
    const all = [await aPerson("Ana"), await aPerson("Ana"), await aPerson("Bénédicte, =1+1")] as const;
    [ana, , ben] = all;
    groupId = String(await aGroup("Alps", [...all]));
    eventId = String(await anEvent(new ObjectId(groupId), "Trip", [...all]));
    const pay = (description: string, date: string, body: object) =>
      done("createExpense", all[0], {
        body: { eventId, description, date, amount: 30, splitWith: all.map(({ id }) => id), ...body },
      });
    await pay("=SUM(A1)", "2026-03-15", {
      payers: [
        { user: all[0].id, amount: 20 },
        { user: all[1].id, amount: 10 },
      ],
    });
    await pay("Huts", "2026-03-14", {
      category: "travel",
      note: "Two nights",
      splitWith: [all[1].id, all[2].id],
      split: {
        mode: "amounts",
        values: [
          { user: all[1].id, value: 12.5 },
          { user: all[2].id, value: 17.5 },
        ],
      },
    });
    await done("recordPayment", all[2], {
      params: { eventId },
      body: { to: all[0].id, amount: 7.25, method: "cash", note: "-thanks" },
    });
  });

  test("the table tells two people of one name apart, who paid what, how it was split, and the payments", async () => {
    const params = { eventId };
    const response = await call("exportEventExpenses", { as: ana!, params });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="evenly-trip.csv"');
    const [header, ...rows] = readCsv(response.text);
    expect(header?.slice(10)).toEqual(["Amount", "Ana", "Ana (2)", "Bénédicte, =1+1"]);
    const shares = ["10.00", "10.00", "10.00"];
    expect(rows.slice(0, 3)).toEqual([
      ...[
        ["2026-03-14", "Trip", "Expense", "Huts", "Travel", "Two nights", "Ana", "", "", "Amounts", "30.00"],
      ].map((cells) => [...cells, "", "12.50", "17.50"]),
      ...[
        ["2026-03-15", "Trip", "Expense", "'=SUM(A1)", "Other", "", "Ana 20.00; Ana (2) 10.00", "", ""],
      ].map((cells) => [...cells, "Equal", "30.00", ...shares]),
      [
        ...[
          today,
          "Trip",
          "Payment",
          "Bénédicte, =1+1 paid Ana",
          "",
          "'-thanks",
          "Bénédicte, =1+1",
          "Ana",
          "Cash",
        ],
        ...["", "7.25", "", "", ""],
      ],
    ]);
    expect(rows.at(-1)?.slice(11)).toEqual(["32.75", "-12.50", "-20.25"]);
    // Of the group, the same.
    expect(await done<string>("exportGroupExpenses", ana!, { params: { groupId } })).toBe(response.text);
  });

  test("Splitwise's shape has what each person paid minus their share, and their balance", async () => {
    const request = { params: { groupId }, query: { format: "splitwise" } };
    const response = await call("exportGroupExpenses", { as: ana!, ...request });
    expect(response.headers.get("content-disposition")).toContain('"evenly-alps-splitwise.csv"');
    expect(response.text).toBe(
      [
        'Date,Description,Category,Cost,Currency,Ana,Ana (2),"Bénédicte, =1+1"',
        "",
        "2026-03-14,Huts,Travel,30.00,USD,30.00,-12.50,-17.50",
        "2026-03-15,'=SUM(A1),Other,30.00,USD,10.00,0.00,-10.00",
        `${today},"Bénédicte, =1+1 paid Ana",Payment,7.25,USD,-7.25,0.00,7.25`,
        "",
        `${today},Total balance," "," ",USD,32.75,-12.50,-20.25`,
        "",
        "",
      ].join("\n"),
    );
  });

  test("a friend's file has what the two share, and the part of what others share, too", async () => {
    const request = { params: { id: ben!.id } };
    const [header, ...rows] = readCsv((await call("exportSharedExpenses", { as: ana!, ...request })).text);
    expect(header?.slice(-4)).toEqual(["Whole amount", "Amount", "Ana", "Bénédicte, =1+1"]);
    expect(rows.slice(0, 3).map((cells) => [cells[1], cells[4], ...cells.slice(-4)])).toEqual([
      ["Alps", "Huts", "30.00", "17.50", "", "17.50"],
      ["Alps", "'=SUM(A1)", "30.00", "10.00", "", "10.00"],
      ["Alps", "Bénédicte, =1+1 paid Ana", "", "7.25", "", ""],
    ]);
    const shape = { ...request, query: { format: "splitwise" } };
    expect(await done<string>("exportSharedExpenses", ana!, shape)).toContain("USD,20.25,-20.25\n");
    const refused = await call("exportSharedExpenses", { as: ana!, ...request, query: { format: "pdf" } });
    expect(refused.status).toBe(422);
  });
});

test("Download my data has all parts of a group's plan, so that it sums to zero for each person", async () => {
  const [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  const groupId = String(await aGroup("Planned", [ana, ben, cleo]));
  const pay = async (title: string, payer: Viewer, splitWith: [Viewer]) => {
    const eventId = String(await anEvent(new ObjectId(groupId), title, splitWith));
    const body = { eventId, description: title, amount: 10, splitWith: splitWith.map(({ id }) => id) };
    await done("createExpense", payer, { body });
  };
  await pay("Theirs", ben, [cleo]);
  // The latest event gets the plan's payments.
  await pay("Ours", ana, [ben]);
  const { payments } = await done<PlanResponse>("groupPlan", ana, { params: { groupId } });
  const shown = payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount }));
  await done("applyGroupPlan", ana, { params: { groupId }, body: { payments: shown } });
  const events = (await done<MyData>("exportMyData", ana)).groups.flatMap((group) => group.events);
  expect(events.map(({ title, expenses, plans }) => [title, expenses.length, plans.length])).toEqual([
    ["Ours", 1, 1],
    ["Theirs", 0, 1],
  ]);
  const transfers = events.map(({ plans }) => plans.flatMap((one) => one.transfers));
  expect(transfers.map((one) => netsOf(one).length)).toEqual([2, 2]);
  expect(netsOf(transfers.flat())).toEqual([]);
});

test("a large export is read one page at a time, on demand", async () => {
  const ana = await aPerson("Ana");
  const groupId = await aGroup("Large", [ana]);
  const eventId = await anEvent(groupId, "Large", [ana]);
  const { expenses } = await collections();
  const pattern = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "One of many",
    cents: 100,
    splitWith: [ana._id],
  });
  const many = Array.from({ length: 1_600 }, () => ({ ...pattern, _id: new ObjectId() }));
  await expenses.insertMany(many);
  const pieces = await myDataView(ana);
  let text = "";
  const start = await countCommands(async () => {
    while (!text.includes("One of many")) text += (await pieces.next()).value as string;
  });
  const rest = await countCommands(async () => {
    for await (const piece of pieces) text += piece;
  });
  const reads = (commands: string[]) => commands.filter((command) => command === "aggregate").length;
  expect(reads(rest.commands)).toBeGreaterThanOrEqual(3);
  expect(start.commands.length + rest.commands.length).toBeLessThan(30);
  const data = JSON.parse(text) as MyData;
  expect(data.groups[0]!.events[0]!.expenses).toHaveLength(1_601);
});

test("small events of a download are read together, whatever they count", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const groupId = await aGroup("Many", [ana, ben]);
  const titles = Array.from({ length: 30 }, (_, index) => `Day ${index}`);
  for (const [index, title] of titles.entries()) {
    const eventId = await anEvent(groupId, title, [ana, ben]);
    const expense = { eventId, recorder: ana._id, cents: 100, splitWith: [ana._id, ben._id] };
    for (const description of [`${title}, first`, `${title}, second`]) {
      await createExpense({ _id: new ObjectId(), ...expense, description });
    }
    // Not Ana's.
    const others = { recorder: ben._id, splitWith: [ben._id], description: "Ben alone" };
    if (index === 0) await createExpense({ _id: new ObjectId(), ...expense, ...others });
  }
  const read = async () => {
    let text = "";
    const { commands } = await countCommands(async () => {
      for await (const piece of await myDataView(ana)) text += piece;
    });
    const [group] = (JSON.parse(text) as MyData).groups;
    return { commands: commands.length, events: group!.events };
  };
  const { commands, events } = await read();
  expect(commands).toBeLessThan(26);
  // As the group's screen lists them.
  const listed = (await done("listEvents", ana, { query: { groupId: String(groupId) } })) as {
    title: string;
  }[];
  expect(events.map(({ title }) => title)).toEqual(listed.map(({ title }) => title));
  for (const { title, expenses, settlements } of events) {
    expect(expenses.map(({ description }) => description)).toEqual([`${title}, second`, `${title}, first`]);
    expect(settlements).toMatchObject([{ amount: 1, settled: false }]);
  }

  const { expenses } = await collections();
  const pattern = (await expenses.findOne({ description: "Day 3, first" }))!;
  await expenses.insertMany(Array.from({ length: 600 }, () => ({ ...pattern, _id: new ObjectId() })));
  const grown = (await read()).events.map(({ title, expenses: rows }) => [title, rows.length]);
  expect(Object.fromEntries(grown)).toMatchObject({ "Day 2": 2, "Day 3": 602, "Day 4": 2 });
});

const NAMES: OperationName[] = [
  ...(["exportMyData", "exportMyExpenses", "exportGroup", "exportGroupExpenses"] as const),
  ...(["exportEventExpenses", "exportSharedExpenses"] as const),
];

test("exports have their own rate limit", () => {
  expect(new Set(NAMES.map((name) => limitOf(operations[name])))).toEqual(new Set(["export"]));
});
