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

// Pictures and labels have a fixed size on the screen; these are as many units as they need on a narrow phone.
/** Space that the line leaves around a person, and around the viewer. */
const PERSON_GAP = 40;
const CENTRE_GAP = 54;
/** Height of a person's half picture, and of that with the label. */
const PICTURE = 40;
const LABELLED = 100;
/** Half of the viewer's picture with what hangs below it. */
const VIEWER = 60;
/** How far people stand from the viewer, sideways and up and down. */
const RADIUS = { x: 148, y: 118 };

/** @param balances the largest first */
export function balanceGraph(balances: readonly Balance[]): BalanceGraph {
  const shown = balances.slice(0, MAX_PEOPLE);
  const largest = shown[0]?.cents ?? 1;
  const places = shown.map((_, index) => placeOf(index, shown.length));
  const top = Math.min(-VIEWER, ...places.map(({ y, labelAbove }) => y - (labelAbove ? LABELLED : PICTURE)));
  const bottom = Math.max(
    VIEWER,
    ...places.map(({ y, labelAbove }) => y + (labelAbove ? PICTURE : LABELLED)),
  );
  const centre = { x: WIDTH / 2, y: round(-top) };

  const nodes = shown.map((balance, index) => {
    const place = places[index] ?? { x: 0, y: 0, labelAbove: false };
    const at = { x: round(centre.x + place.x), y: round(centre.y + place.y) };
    const person = towards(at, centre, PERSON_GAP);
    const viewer = towards(centre, at, CENTRE_GAP);
    const owe = balance.side === "owe";
    return {
      ...at,
      balance,
      from: owe ? viewer : person,
      to: owe ? person : viewer,
      strokeWidth: round(2.5 + 4.5 * (balance.cents / largest)),
      labelAbove: place.labelAbove,
    };
  });
  return { height: round(bottom - top), centre, nodes, hidden: balances.length - shown.length };
}

/** Around the viewer at 0, 0: one or two people stand beside, more of them around, beginning at the top. */
function placeOf(index: number, count: number): Point & { labelAbove: boolean } {
  const flat = count <= 2;
  const angle = (flat ? Math.PI : -Math.PI / 2) + (index * 2 * Math.PI) / Math.max(count, 2);
  return {
    x: RADIUS.x * Math.cos(angle),
    y: flat ? 0 : RADIUS.y * Math.sin(angle),
    labelAbove: !flat && Math.sin(angle) < -0.3,
  };
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
