import { formatCents } from "@/lib/core/money";
import { netByPerson, type Payment } from "@/lib/core/payments";

export type NetTableProps = {
  /** The actual payments. */
  before: readonly Payment[];
  /** The payments of the preview. */
  after: readonly Payment[];
  nameOf: (id: string) => string;
};

/** The total that each person gets or pays, with the actual payments and with the preview. */
export function NetTable({ before, after, nameOf }: NetTableProps) {
  const nets = { before: netByPerson(before), after: netByPerson(after) };
  const people = [...new Set(before.flatMap(({ from, to }) => [from, to]))];
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left text-base font-bold">What each person gets or pays</caption>
      <thead>
        <tr>
          <th scope="col" className="sr-only">
            Person
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-semibold">
            Before
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person}>
            <th scope="row" className="py-1 text-left font-semibold wrap-anywhere">
              <bdi>{nameOf(person)}</bdi>
            </th>
            {[nets.before, nets.after].map((net, index) => (
              <td key={index} className="py-1 pl-3 text-right font-bold whitespace-nowrap tabular-nums">
                {signed(net.get(person) ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const signed = (cents: number) => `${cents > 0 ? "+" : ""}${formatCents(cents)}`;
