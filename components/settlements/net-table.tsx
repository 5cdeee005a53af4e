import { formatCents } from "@/lib/core/money";
import { netByPerson, type Payment } from "@/lib/core/payments";

export type NetTableProps = {
  /** The actual payments. */
  before: readonly Payment[];
  /** The payments of the preview. */
  after: readonly Payment[];
  nameOf: (id: string) => string;
};

/** The total that each person gets or pays: with the actual payments, and with the preview if that changes it. */
export function NetTable({ before, after, nameOf }: NetTableProps) {
  const nets = { before: netByPerson(before), after: netByPerson(after) };
  const people = [...new Set(before.flatMap(({ from, to }) => [from, to]))];
  const isSame = people.every((person) => nets.before.get(person) === nets.after.get(person));
  const columns = isSame
    ? [{ heading: "Before and after", net: nets.before }]
    : [
        { heading: "Before", net: nets.before },
        { heading: "After", net: nets.after },
      ];
  const person = (id: string) => <bdi>{nameOf(id)}</bdi>;
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left text-base font-bold">What each person gets or pays</caption>
      <thead>
        <tr>
          {isSame ? (
            <th scope="col" className="sr-only">
              Person
            </th>
          ) : null}
          {columns.map(({ heading }) => (
            <th key={heading} scope="col" className="pb-1 text-right font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {people.map((id) => (
        // With two amounts, the name is above them, because the three do not fit into a line of large text.
        <tbody key={id}>
          {isSame ? null : (
            <tr>
              <th scope="rowgroup" colSpan={2} className="pt-1 text-left font-semibold wrap-anywhere">
                {person(id)}
              </th>
            </tr>
          )}
          <tr>
            {isSame ? (
              <th scope="row" className="py-1 pr-3 text-left font-semibold wrap-anywhere">
                {person(id)}
              </th>
            ) : null}
            {columns.map(({ heading, net }) => (
              <td key={heading} className="py-1 text-right font-bold whitespace-nowrap tabular-nums">
                {signed(net.get(id) ?? 0)}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

const signed = (cents: number) => `${cents > 0 ? "+" : ""}${formatCents(cents)}`;
