import type { z } from "zod";
import type { myData } from "@/lib/contract/account";
import type { groupExport } from "@/lib/contract/groups";
import type { Settlement } from "@/lib/contract/settlements";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { previewOf } from "@/lib/core/imports/preview";
import { readImportFile } from "@/lib/core/imports/read-file";
import { balanceToCents } from "@/lib/core/money/money";
import { netByPerson } from "@/lib/core/money/payments";
import { call } from "@/testing/api/call";
import { createFullAccount, type FullAccount } from "@/testing/api/full-account";
import { useTestDatabase } from "@/testing/database";
import { encoded } from "@/testing/import-files";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

// The exports are read by the readers of imports: everybody is owed what they are owed here.

useTestDatabase();

let life: FullAccount;
let account: string;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  life = await createFullAccount();
  ({ text: account } = await call("exportMyData", { as: life.me }));
});

async function read(text: string, group?: number): Promise<ImportFile> {
  const result = await readImportFile(encoded(text), group === undefined ? {} : { group });
  if (result.ok !== true) throw new Error(JSON.stringify(result));
  return result.file;
}

type Events = readonly { settlements: readonly Settlement[] }[];

/** What the open payments of a group come to, in cents by name, without zeros: positive if they are owed. */
function owed(events: Events): Record<string, number> {
  const open = events.flatMap(({ settlements }) => settlements).filter(({ settled }) => !settled);
  const nets = netByPerson(
    open.map(({ from, to, amount }) => ({ from: from.name, to: to.name, cents: balanceToCents(amount) })),
  );
  return Object.fromEntries(nets);
}

const balances = (file: ImportFile): Record<string, number> =>
  Object.fromEntries(
    previewOf(file)
      .people.filter(({ cents }) => cents !== 0)
      .map(({ name, cents }) => [name, cents]),
  );

test("a group's JSON and its CSV in Splitwise's shape", async () => {
  const { groups } = JSON.parse(account) as z.infer<typeof myData>;
  for (const { _id: groupId, events: own } of groups) {
    if (own.length === 0) continue;
    const params = { groupId };
    const { text } = await call("exportGroup", { as: life.me, params });
    const { events } = JSON.parse(text) as z.infer<typeof groupExport>;
    const file = await read(text);
    expect(file.refused).toEqual([]);
    expect(file.events).toHaveLength(events.length);
    expect(balances(file)).toEqual(owed(events));

    const csv = await call("exportGroupExpenses", { as: life.me, params, query: { format: "splitwise" } });
    if (events.some(({ expenses }) => expenses.length > 0))
      expect(balances(await read(csv.text))).toEqual(owed(events));
  }
});

test("an account's JSON: the person is owed the same in each group", async () => {
  const { groups, user } = JSON.parse(account) as z.infer<typeof myData>;
  expect(groups.filter(({ events }) => events.length > 0).length).toBeGreaterThan(1);
  expect(await readImportFile(encoded(account))).toEqual({
    ok: "choose",
    groups: groups.map(({ title }) => title),
  });
  for (const [index, { events }] of groups.entries()) {
    if (events.length === 0) continue;
    const file = await read(account, index);
    expect(file.refused).toEqual([]);
    expect(balances(file)[user.name]).toBe(owed(events)[user.name]);
  }
});
