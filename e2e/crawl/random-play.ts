import type { FriendSummaryItem } from "@/lib/contract/friends";
import type { Settlement } from "@/lib/contract/settlements";
import { compare, toCents } from "./ledger";
import { EVERYTHING, MAKERS, type Step } from "./operations";
import { Play, type Report } from "./play";

/** How many steps are sent at once, at most. */
const AT_ONCE = 6;
/** Steps between two comparisons of a person's summary, and of everything. */
const COMPARE_EVERY = 10;
const COMPARE_ALL_EVERY = 1_000;
const COMPARED_EVENTS = 8;
/** What a step may also get while others change the same things. */
const INTERFERED = [403, 404, 409];

/**
 * Lets ten people do things at random, some at once, and compares what everybody owes with an independent ledger.
 * @param until when to stop in any case, as a time of `performance.now()`
 */
export async function playAtRandom(url: string, count: number, seed: number, until: number): Promise<Report> {
  const play = new Play(url, seed);
  const { report } = play;
  await play.begin();
  for (const make of EVERYTHING) {
    const step = await make(play);
    if (step) await send(play, [step]);
  }
  let [compareAt, compareAllAt] = [0, COMPARE_ALL_EVERY];
  while (report.operations < count && performance.now() < until) {
    await send(play, await steps(play, play.random.chance(0.5) ? AT_ONCE : 1));
    if (report.operations >= compareAt) {
      await compareSummary(play, play.random.pick(play.people).id);
      compareAt = report.operations + COMPARE_EVERY;
    }
    if (report.operations >= compareAllAt) {
      await compareAll(play, COMPARED_EVENTS);
      compareAllAt += COMPARE_ALL_EVERY;
    }
  }
  await play.runJobs();
  await compareAll(play, Infinity);
  return report;
}

/** Prepares steps that can be sent at once: each with another target. */
async function steps(play: Play, count: number): Promise<Step[]> {
  const chosen = new Map<string, Step>();
  const sum = MAKERS.reduce((total, { weight }) => total + weight, 0);
  for (let tries = 0; chosen.size < count && tries < 3 * count; tries++) {
    let at = play.random.next() * sum;
    const one = MAKERS.find(({ weight }) => (at -= weight) < 0)!;
    if (one.isAlone && chosen.size > 0) continue;
    const step = await one.make(play);
    if (step) chosen.set(step.target || step.what, step);
    if (step && one.isAlone) break;
  }
  return [...chosen.values()];
}

async function send(play: Play, chosen: readonly Step[]): Promise<void> {
  const responses = await Promise.all(chosen.map((step) => step.send()));
  for (const [index, { what, allowed, onSuccess }] of chosen.entries()) {
    const response = responses[index]!;
    play.report.operations += 1;
    const statuses = chosen.length > 1 ? [...allowed, ...INTERFERED] : allowed;
    if (play.report.expect(what, response, statuses)) onSuccess?.(response);
  }
}

/** The home screen's figures. */
async function compareSummary(play: Play, id: string): Promise<void> {
  const rows = await play.personOf(id).call<FriendSummaryItem[]>("GET", "/api/users/friends/summary");
  const listed = new Map(rows.map(({ _id, amount }) => [_id, toCents(amount)]));
  play.report.comparisons += 1;
  play.report.wrong.push(...compare(`what ${id} is owed`, play.ledger.summaryOf(id), listed));
}

/** Everyone's summary, and the payments of the latest events. */
async function compareAll(play: Play, events: number): Promise<void> {
  const signedIn = [...play.people, ...play.newcomers].filter(({ email }) => email !== "");
  for (const { id } of signedIn) await compareSummary(play, id);
  const live = [...play.ledger.events].filter(([, event]) => event.live).map(([id]) => id);
  for (const event of live.slice(-events)) {
    const { creator } = play.groupOf(event);
    const rows: Settlement[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const response = await creator.send("GET", `/api/settlements?eventId=${event}&limit=500${page}`);
      play.report.expect("list the payments", response, [200]);
      rows.push(...(response.body as Settlement[]));
      cursor = response.headers.get("x-next-cursor");
    }
    play.report.comparisons += 1;
    play.report.wrong.push(...play.ledger.differences(event, rows));
  }
}
