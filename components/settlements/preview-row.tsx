import { formatCents } from "@/lib/core/money";
import type { Payment } from "@/lib/core/payments";

/** `{first name} owes {first name} $x`, without a button. */
export function PreviewRow({ payment, nameOf }: { payment: Payment; nameOf: (id: string) => string }) {
  return (
    <li className="flex min-h-12 items-baseline gap-4 px-4 py-3 text-ink sm:px-6">
      <span className="min-w-0 flex-1">
        <bdi className="font-bold">{nameOf(payment.from)}</bdi> owes{" "}
        <bdi className="font-bold">{nameOf(payment.to)}</bdi>{" "}
      </span>
      <span className="font-extrabold whitespace-nowrap tabular-nums">{formatCents(payment.cents)}</span>
    </li>
  );
}
