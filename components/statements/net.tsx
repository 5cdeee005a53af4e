import { Amount } from "@/components/ui/amount";

/** What someone paid, minus their share. */
export function Net({ cents }: { cents: number }) {
  if (cents === 0) return <span className="font-semibold text-muted">even</span>;
  return <Amount cents={cents} tone={cents > 0 ? "owed" : "owe"} />;
}
