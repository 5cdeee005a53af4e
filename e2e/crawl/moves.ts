import type { Expense } from "@/lib/contract/expenses";
import type { Maker } from "./operations";

/**
 * The recorder moves an expense to another event, also of another group.
 * @param isAlone nobody changes payments at the same time, so that it is known whether they are in the way
 */
export const moveExpense =
  (isAlone: boolean): Maker =>
  (play) => {
    const found = play.anExpense(true);
    const event = play.anEvent();
    if (!found?.recorder || event === found.event) return null;
    const { id, recorder, expense } = found;
    const [from, to] = [play.groupOf(found.event), play.groupOf(event)];
    const has = ({ members }: typeof to, user: string) => [...members].some((one) => one.id === user);
    const owing = [...expense.nets].filter(([, cents]) => cents !== 0).flatMap(([pair]) => pair.split(" "));
    const mayBe = (status: number, isSure: boolean) => (isSure && isAlone ? [status] : [200, status]);
    const isPlanned = play.ledger.events.get(found.event)!.moves.size > 0;
    const allowed = !to.members.has(recorder)
      ? [404]
      : from !== to && [...expense.named].some((user) => !has(to, user))
        ? [422]
        : owing.some((user) => !has(from, user))
          ? [409]
          : play.ledger.exceeds(found.event, expense.nets)
            ? mayBe(409, true)
            : isPlanned
              ? mayBe(409, false)
              : [200];
    return {
      what: `move an expense${from === to ? "" : " to another group"}`,
      target: id,
      allowed,
      send: () => recorder.send("PUT", `/api/expenses/${id}/event`, { body: { eventId: event } }),
      onSuccess: ({ body }) => play.ledger.move(body as Expense, found.event),
    };
  };
