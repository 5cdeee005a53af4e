import type { TransferDoc } from "../documents";
import { hex } from "./people";
import { add, bothSides, type Sums } from "./sums";
import { about, guarded, type Report } from "./violation";

type Plan = Pick<TransferDoc, "of"> & { parts: number; groups: Set<string>; sums: Sums };

/** Checks plans over all events: the transfers of each sum to zero for each person (docs/rules.md#plans). */
export class PlanCheck {
  private readonly plans = new Map<string, Plan>();

  constructor(private readonly report: Report) {}

  add({ planId, of, groupId, debts }: TransferDoc): void {
    const id = hex(planId);
    const plan: Plan = this.plans.get(id) ?? { of, parts: 0, groups: new Set(), sums: new Map() };
    this.plans.set(id, plan);
    plan.parts += 1;
    plan.groups.add(hex(groupId));
    guarded(about(`plan ${id}`, this.report), () => {
      for (const [user, cents] of debts.flatMap(bothSides)) add(plan.sums, user, cents);
    });
  }

  /** After all transfers. */
  finish(): void {
    for (const [id, { of, parts, groups, sums }] of this.plans) {
      const say = about(`plan ${id}`, this.report);
      for (const [user, cents] of sums)
        if (cents !== 0) say(`its transfers change the balance of user ${user} by ${-cents} cents`);
      if (groups.size > 1) say("it is in several groups");
      if (of === "event" && parts > 1) say("it is of one event, but has several parts");
    }
  }
}
