import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";

/** A figure and its goal. */
export type Row = {
  name: string;
  /** The measured value with its unit. */
  measured: string;
  /** The value that the goal refers to: a ratio, or bytes. */
  value: number;
  /** The same ratio of what the processor does for a request, if it is known. */
  byCpu?: number;
  unit:
    | "of the floor"
    | "of the old"
    | "× the bare app"
    | "of that with 30"
    | "× that with 30"
    | "kB"
    | "MB"
    | "% of the requests";
  goal: { at: "least" | "most"; value: number } | null;
};

export type Report = { database: string; bareApp: Record<string, number>; rows: Row[] };

const reached = ({ value, goal }: Row) =>
  goal === null ? "" : (goal.at === "least" ? value >= goal.value : value <= goal.value) ? "yes" : "no";

const number = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(2));

/** A Markdown table. */
export function tableOf(report: Report): string {
  const cells = [
    [`On ${report.database}`, "Measured", "Ratio", "By CPU", "Goal", "Reached"],
    ...report.rows.map((row) => [
      row.name,
      row.measured,
      `${number(row.value)} ${row.unit}`,
      row.byCpu ? number(row.byCpu) : "",
      row.goal ? `${row.goal.at === "least" ? "≥" : "≤"} ${number(row.goal.value)}` : "",
      reached(row),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

/** Saves the figures with a description of the machine. */
export function keepResults(file: string, reports: readonly Report[]): void {
  const { version: next } = createRequire(import.meta.url)("next/package.json") as { version: string };
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model.trim(), node: process.version, next };
  const results = { measuredAt: new Date().toISOString(), machine, reports };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
