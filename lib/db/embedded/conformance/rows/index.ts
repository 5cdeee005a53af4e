import type { Row } from "../row";
import { aggregationRows, expressionRows } from "./aggregation";
import { differences } from "./differences";
import { projectionRows } from "./projections";
import { queryRows } from "./queries";
import { cursorRows, indexRows, serverRows, transactionRows } from "./servers";
import { sortingRows } from "./sorting";
import { arrayUpdateRows, updateRows } from "./updates";
import { writeRows } from "./writes";

const groups: Record<string, Row[]> = {
  queries: queryRows,
  sorting: sortingRows,
  projections: projectionRows,
  updates: updateRows,
  "array-updates": arrayUpdateRows,
  writes: writeRows,
  aggregation: aggregationRows,
  expressions: expressionRows,
  indexes: indexRows,
  cursors: cursorRows,
  transactions: transactionRows,
  servers: serverRows,
};

/** The whole table, by group; each group's answers are recorded in `answers/<group>.json`. */
export const table: Record<string, Row[]> = Object.fromEntries(
  Object.entries(groups).map(([group, rows]) => [
    group,
    rows.map((row) => ({ ...row, differs: differences[row.name] })),
  ]),
);
