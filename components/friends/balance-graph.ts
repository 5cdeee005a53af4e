import type { Balance } from "./balances";

// Where everything of the picture "who owes whom with me at the centre" stands. Pure geometry in a space of
// WIDTH × height units, about as many pixels on a narrow phone; the picture itself is in balance-picture.tsx.

export const WIDTH = 300;
/** Two beside the viewer on each side: more would not fit on a phone; the list below has them all. */
export const MAX_PEOPLE = 4;

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
const PERSON_GAP = 30;
const CENTRE_GAP = 42;
/** How far people stand from the viewer, sideways and up and down. */
const SIDEWAYS = 100;
const UP = 50;
/** Height of one row of people, and of two. */
const ONE_ROW = 116;
const TWO_ROWS = 220;

/** @param balances the largest first */
export function balanceGraph(balances: readonly Balance[]): BalanceGraph {
  const shown = balances.slice(0, MAX_PEOPLE);
  const largest = shown[0]?.cents ?? 1;
  const oneRow = shown.length <= 2;
  const height = oneRow ? ONE_ROW : TWO_ROWS;
  // Somebody alone stands on one side, and the viewer on the other.
  const middle = WIDTH / 2 + (shown.length === 1 ? SIDEWAYS / 2 : 0);
  const centre = { x: middle, y: oneRow ? 46 : height / 2 };

  const nodes = shown.map((balance, index) => {
    const { x, y } = placeOf(index, shown.length);
    const at = { x: centre.x + x, y: centre.y + y };
    const person = towards(at, centre, PERSON_GAP);
    const viewer = towards(centre, at, CENTRE_GAP);
    const owe = balance.side === "owe";
    return {
      ...at,
      balance,
      from: owe ? viewer : person,
      to: owe ? person : viewer,
      strokeWidth: round(2.5 + 4 * (balance.cents / largest)),
      labelAbove: y < 0,
    };
  });
  return { height, centre, nodes, hidden: balances.length - shown.length };
}

/** Left and right of the viewer at 0, 0, in turns: one on a side stands level with the viewer, two above and below. */
function placeOf(index: number, count: number): Point {
  const left = index % 2 === 0;
  const onThisSide = left ? Math.ceil(count / 2) : Math.floor(count / 2);
  const y = onThisSide === 1 ? 0 : index < 2 ? -UP : UP;
  return { x: left ? -SIDEWAYS : SIDEWAYS, y };
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
