export type TableHeadProps = { columns: readonly string[]; className?: string };

/**
 * The head of a table in another layout than that of a table, in which it would lose its roles if they were not
 * explicit.
 */
export function TableHead({ columns, className }: TableHeadProps) {
  return (
    <thead role="rowgroup" className={className}>
      <tr role="row">
        {columns.map((column) => (
          <th role="columnheader" key={column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
