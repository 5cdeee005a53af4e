import type { Expense } from "@/lib/contract/expenses";
import type { ImportOfFile } from "@/lib/contract/imports";
import type { Settlement } from "@/lib/contract/settlements";
import type { Person } from "../support/person";
import type { Maker } from "./operations";
import type { Play } from "./play";

/** Up to ten expenses, refunds, and payments of the members, as a file has them: positions in the list of people. */
function rows(play: Play, people: readonly Person[]) {
  const { random } = play;
  return Array.from({ length: random.int(1, 10) }, (_, row) => {
    const common = { row, date: `2026-02-${String(random.int(1, 28)).padStart(2, "0")}` };
    const [one, other] = random.sample([...people.keys()], 2) as [number, number];
    const amount = random.int(1, 9_999) / 100;
    if (random.chance(0.2)) return { ...common, kind: "payment", from: one, to: other, amount };
    const sign = random.chance(0.2) ? -1 : 1;
    const shares = [
      { person: other, amount: sign * amount },
      { person: one, amount: sign * 0.01 },
    ];
    const payers = [{ person: one, amount: (sign * Math.round(100 * amount + 1)) / 100 }];
    return {
      ...common,
      kind: "expense",
      description: `Row ${play.report.operations}.${row}`,
      amount: payers[0]!.amount,
      payers,
      shares,
    };
  });
}

/** Someone imports a file into a new event. Each request is repeated, which adds nothing. */
export const importFile: Maker = (play) => {
  const group = play.random.pick(play.groups);
  const person = play.aMember(group);
  const people = [...group.members];
  const body = { rows: rows(play, people) };
  return {
    what: "import a file",
    target: "",
    allowed: [201],
    send: async () => {
      const created = await person.send("POST", "/api/imports", {
        body: {
          groupId: group.id,
          source: "splitwise",
          total: body.rows.length,
          people: people.map(({ id }, index) => ({ name: `Person ${index}`, userId: id })),
          newEvent: { title: `Import ${play.report.operations}`, date: "2026-02-28" },
        },
      });
      if (!play.report.expect("begin an import", created, [201])) return created;
      const { _id } = created.body as ImportOfFile;
      for (let time = 0; time < 2; time++) {
        const path = `/api/imports/${_id}/rows`;
        play.report.expect("import rows", await person.send("POST", path, { body }), [200]);
      }
      const done = await person.send("PUT", `/api/imports/${_id}/done`);
      if (!play.report.expect("end an import", done, [200])) return done;
      const { events, imported } = done.body as ImportOfFile;
      if (imported !== body.rows.length)
        play.report.wrong.push(`imported ${imported} of ${body.rows.length}`);
      const event = events[0]!._id;
      play.ledger.addEvent(event, group.id);
      for (const expense of await person.call<Expense[]>("GET", `/api/expenses?eventId=${event}`)) {
        const problem = play.ledger.put(expense);
        if (problem) play.report.wrong.push(`imported expense: ${problem}`);
      }
      for (const payment of await person.call<Settlement[]>("GET", `/api/settlements?eventId=${event}`))
        if (payment.settled) play.ledger.pay(payment);
      play.imports.push({ id: _id, person, event });
      return created;
    },
  };
};

/** The last import is undone, unless someone has changed what it added. */
export const undoImport: Maker = (play) => {
  const last = play.imports.pop();
  if (!last) return null;
  return {
    what: "undo an import",
    target: "",
    allowed: [200, 403, 404, 409],
    send: () => last.person.send("DELETE", `/api/imports/${last.id}`),
    onSuccess: () => play.ledger.events.delete(last.event),
  };
};
