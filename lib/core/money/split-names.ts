import type { SplitMode } from "./split";

/** The display name of each mode. A file of its own, because the form loads the calculations on demand. */
export const SPLIT_NAMES: Readonly<Record<SplitMode, string>> = {
  equal: "Equal",
  amounts: "Amounts",
  percent: "Percent",
  shares: "Shares",
  adjust: "Adjust",
};
