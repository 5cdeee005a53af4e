import { useEffect } from "react";
import { formatCents } from "@/lib/core/money/money";
import { useCurrentUser } from "@/components/session/current-user";
import { storeBalances } from "@/components/session/local-storage";
import type { Balance } from "./balances";

/** How many the offline page shows. */
const STORED = 20;

/** Keeps the latest balances on the device, for the offline page. */
export function useStoredBalances(balances: readonly Balance[]): void {
  const { id } = useCurrentUser();
  useEffect(() => {
    const rows = balances.slice(0, STORED).map(({ name, side, cents }) => ({
      name,
      words: side === "owe" ? "you owe" : "owes you",
      amount: formatCents(cents),
    }));
    storeBalances(id, rows);
  }, [id, balances]);
}
