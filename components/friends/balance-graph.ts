import type { Balance } from "./balances";

// Where everything of the picture "who owes whom with me at the centre" stands. Pure geometry in a space of
// WIDTH × height units; the picture itself is in balance-picture.tsx.

export const WIDTH = 400;
/** More people than this would not fit around the centre on a phone; the list below has them all. */
export const MAX_PEOPLE = 6;

type Point = { x: number; y: number };

export type GraphNode = Point & {
  balance: Balance;
  /** Where the line to the centre starts and ends: from who owes to who is owed. */
  from: Point;
  to: Point;
  /** In units, by the share of the largest balance. */
  strokeWidth: number;
  /** The label stands on the side away from the centre, so that no line crosses it. */
  labelAbove: boolean;
};

export type BalanceGraph = { height: number; centre: Point; nodes: GraphNode[]; hidden: number };

/** Space that the line leaves around a person, and around the viewer. */
const PERSON_GAP = 40;
const CENTRE_GAP = 54;

/** @param balances the largest first */
export function balanceGraph(balances: readonly Balance[]): BalanceGraph {
  const shown = balances.slice(0, MAX_PEOPLE);
  const flat = shown.length <= 2;
  const height = flat ? 150 : 390;
  const centre = { x: WIDTH / 2, y: flat ? 65 : height / 2 };
  const largest = shown[0]?.cents ?? 1;

  const nodes = shown.map((balance, index) => {
    // One or two people stand beside the viewer, more of them around, beginning at the top.
    const angle = (flat ? Math.PI : -Math.PI / 2) + (index * 2 * Math.PI) / Math.max(shown.length, 2);
    const x = round(centre.x + 148 * Math.cos(angle));
    const y = round(centre.y + (flat ? 0 : 118 * Math.sin(angle)));
    const person = towards({ x, y }, centre, PERSON_GAP);
    const viewer = towards(centre, { x, y }, CENTRE_GAP);
    const owe = balance.side === "owe";
    return {
      balance,
      x,
      y,
      from: owe ? viewer : person,
      to: owe ? person : viewer,
      strokeWidth: round(2.5 + 4.5 * (balance.cents / largest)),
      labelAbove: !flat && Math.sin(angle) < -0.3,
    };
  });
  return { height, centre, nodes, hidden: balances.length - shown.length };
}

function towards(start: Point, end: Point, distance: number): Point {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return {
    x: round(start.x + ((end.x - start.x) * distance) / length),
    y: round(start.y + ((end.y - start.y) * distance) / length),
  };
}

/** Server and browser must write the same digits. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
