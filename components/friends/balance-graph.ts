import type { Balance } from "./balances";

// The layout of the picture of the viewer's balances, with the viewer at the center. Pure geometry in a space of
// WIDTH × height units, about one pixel each on a narrow phone. balance-picture.tsx draws it.

export const WIDTH = 300;
/** Two on each side of the viewer. More would not fit on a phone; the list below shows all. */
export const SHOWN = 4;

type Point = { x: number; y: number };

export type GraphNode = Point & {
  balance: Balance;
  /** The start and end of the line to the center: from debtor to creditor. */
  from: Point;
  to: Point;
  /** In units, in proportion to the largest balance. */
  strokeWidth: number;
  /** Labels are on the side away from the center, so that no line crosses them. */
  labelAbove: boolean;
};

export type BalanceGraph = { height: number; center: Point; nodes: GraphNode[]; hidden: number };

/** Space between the line and a person, and between the line and the viewer. */
const PERSON_GAP = 30;
const CENTER_GAP = 42;
/** Distance of people from the viewer, horizontally and vertically. */
const SIDEWAYS = 100;
const UP = 50;
/** The height of one row of people, and of two. */
const ONE_ROW = 116;
const TWO_ROWS = 220;

/** @param balances largest first */
export function balanceGraph(balances: readonly Balance[]): BalanceGraph {
  const shown = balances.slice(0, SHOWN);
  const largest = shown[0]?.cents ?? 1;
  const oneRow = shown.length <= 2;
  const height = oneRow ? ONE_ROW : TWO_ROWS;
  // A single person is on one side and the viewer on the other.
  const middle = WIDTH / 2 + (shown.length === 1 ? SIDEWAYS / 2 : 0);
  const center = { x: middle, y: oneRow ? 46 : height / 2 };

  const nodes = shown.map((balance, index) => {
    const { x, y } = placeOf(index, shown.length);
    const at = { x: center.x + x, y: center.y + y };
    const person = toward(at, center, PERSON_GAP);
    const viewer = toward(center, at, CENTER_GAP);
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
  return { height, center, nodes, hidden: balances.length - shown.length };
}

/**
 * Positions left and right of the viewer at 0, 0, alternating: one on a side is level with the viewer, two are above
 * and below.
 */
function placeOf(index: number, count: number): Point {
  const left = index % 2 === 0;
  const onThisSide = left ? Math.ceil(count / 2) : Math.floor(count / 2);
  const y = onThisSide === 1 ? 0 : index < 2 ? -UP : UP;
  return { x: left ? -SIDEWAYS : SIDEWAYS, y };
}

function toward(start: Point, end: Point, distance: number): Point {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return {
    x: round(start.x + ((end.x - start.x) * distance) / length),
    y: round(start.y + ((end.y - start.y) * distance) / length),
  };
}

/** Rounds, so that server and browser write the same digits. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
