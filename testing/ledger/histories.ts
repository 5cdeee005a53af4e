import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { perform } from "./perform";
import type { Scene } from "./scene";
import type { Step } from "./steps";

/** The number of histories. */
export const RUNS = runs(300);

/** In milliseconds: as long as all histories take with a slow server. */
export const LONG = 60 * 60_000;

/** The length of a history. */
export const STEPS = { minLength: 8, maxLength: 24 };

const taken = new Map<Step["do"], number>();

/** Takes the steps of a history, `atOnce` at a time. @returns the scene */
export async function play(scene: Scene, history: readonly Step[], atOnce = 1): Promise<Scene> {
  for (let start = 0; start < history.length; start += atOnce) {
    await Promise.all(
      history.slice(start, start + atOnce).map(async (step) => {
        if (await perform(scene, step)) taken.set(step.do, (taken.get(step.do) ?? 0) + 1);
      }),
    );
  }
  return scene;
}

const KINDS: Record<Step["do"], true> = {
  add: true,
  edit: true,
  repeat: true,
  "edit-later": true,
  "weeks-pass": true,
  pause: true,
  resume: true,
  skip: true,
  stop: true,
  delete: true,
  move: true,
  restore: true,
  settle: true,
  unsettle: true,
  "pay-part": true,
  "record-payment": true,
  "settle-up": true,
  "undo-settle-up": true,
  "delete-event": true,
  "restore-event": true,
  close: true,
  reopen: true,
  "apply-plan": true,
  "undo-plan": true,
  leave: true,
  return: true,
  join: true,
  "add-guest": true,
  "join-as-new-guest": true,
  "join-as-guest": true,
  claim: true,
};

/** Each kind of step was taken at least once, if there were enough histories: the law holds for it, too. */
export function expectAllTaken(): void {
  if (RUNS < 300) return;
  expect([...taken.keys()].sort()).toEqual(Object.keys(KINDS).sort());
}
