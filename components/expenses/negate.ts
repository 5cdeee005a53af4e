import { isArithmetic } from "@/lib/core/money/arithmetic";

/** The typed number with the other sign: -5 for 5, -(5+3) for 5+3, and back. */
export function negate(typed: string): string {
  const calculation = /^-\(([^()]*)\)$/.exec(typed)?.[1];
  if (calculation !== undefined) return calculation;
  if (isArithmetic(typed)) return `-(${typed})`;
  return /^[-−]/.test(typed) ? typed.slice(1) : `-${typed.replace(/^\+/, "")}`;
}
