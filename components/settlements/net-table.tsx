import { useId } from "react";
import { formatCents } from "@/lib/core/money/money";
import { netByPerson, type Payment } from "@/lib/core/money/payments";
import { Bdi } from "@/components/ui/bdi";

export type NetTableProps = {
  /** What each person with actual payments gets, in cents; negative: pays. */
  before: ReadonlyMap<string, number>;
  /** The payments of the preview. */
  after: readonly Payment[];
  nameOf: (id: string) => string;
};

/** The total that each person gets or pays, before and after; if the preview does not change it, only sums of several payments. */
export function NetTable({ before, after, nameOf }: NetTableProps) {
  const captionId = useId();
  const nets = { before, after: netByPerson(after) };
  const people = [...before.keys()];
  if (people.every((id) => nets.before.get(id) === (nets.after.get(id) ?? 0))) {
    // A person's only payment says it already.
    const sums = people.filter((id) => after.filter(({ from, to }) => from === id || to === id).length > 1);
    return (
      <div role="group" aria-labelledby={captionId}>
        <p id={captionId} className="pb-2 font-bold">
          Everyone gets or pays the same in total as before.
        </p>
        {sums.length > 0 ? (
          <dl className="text-sm">
            {sums.map((id) => (
              <div key={id} className="flex flex-wrap gap-x-4 py-1">
                <dt className="min-w-0 flex-1 basis-20 font-semibold wrap-anywhere">
                  <Bdi>{nameOf(id)}</Bdi>
                </dt>
                <dd translate="no" className={`ml-auto ${AMOUNT}`}>
                  {signed(nets.before.get(id) ?? 0)}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    );
  }
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left text-base font-bold">What each person gets or pays</caption>
      <thead>
        <tr className="text-right">
          <th scope="col" className="pb-1 font-semibold">
            Before
          </th>
          <th scope="col" className="pb-1 font-semibold">
            After
          </th>
        </tr>
      </thead>
      {people.map((id) => (
        // The name is above the amounts: the three do not fit into a line of large text.
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={2} className="pt-1 text-left font-semibold wrap-anywhere">
              <Bdi>{nameOf(id)}</Bdi>
            </th>
          </tr>
          <tr className="text-right">
            <td translate="no" className={AMOUNT}>
              {signed(nets.before.get(id) ?? 0)}
            </td>
            <td translate="no" className={AMOUNT}>
              {signed(nets.after.get(id) ?? 0)}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

const AMOUNT = "font-bold whitespace-nowrap tabular-nums";

/** An amount with its sign: `+$12.00`. */
export const signed = (cents: number) => `${cents > 0 ? "+" : ""}${formatCents(cents)}`;
