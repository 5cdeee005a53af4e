import type { ReactNode } from "react";
import { TableHead } from "@/components/ui/table-head";

export type BarTableProps = {
  label: string;
  columns: readonly string[];
  /** Rows: BarRow. */
  children: ReactNode;
};

/**
 * A table with a bar in each row. The rows share their columns, so that their bars have one scale. The roles are
 * explicit, because a table loses them in a grid layout.
 */
export function BarTable({ label, columns, children }: BarTableProps) {
  return (
    <table role="table" aria-label={label} className="block">
      <TableHead columns={columns} className="sr-only" />
      <tbody
        role="rowgroup"
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 divide-y divide-line [&_svg]:h-3 [&_svg]:w-full [&_svg]:fill-well"
      >
        {children}
      </tbody>
    </table>
  );
}

export type BarRowProps = {
  name: ReactNode;
  amount: ReactNode;
  /** The cell of the bar. */
  children: ReactNode;
};

/** A name and an amount, and a bar below them. */
export function BarRow({ name, amount, children }: BarRowProps) {
  return (
    <tr
      role="row"
      className="relative col-span-2 grid grid-cols-subgrid items-center gap-y-1 py-3 first:pt-0 last:pb-0"
    >
      <th role="rowheader" className="min-w-0 text-left font-bold @max-[13rem]:col-span-2">
        {name}
      </th>
      <td role="cell" className="text-right @max-[13rem]:col-span-2 [&>.amount]:text-[min(1rem,11cqi)]">
        {amount}
      </td>
      {children}
    </tr>
  );
}
