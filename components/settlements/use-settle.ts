"use client";

import { useState } from "react";
import type { KeyedMutator } from "swr";
import { api, serverMessage } from "@/lib/api-client";
import { formatDollars } from "@/lib/core/money";
import type { Settlement } from "@/lib/schemas/answers";
import { toast } from "@/components/ui/toast";
import { useCurrentUser } from "@/components/current-user";
import { settleLocally } from "./settle-locally";
import { announceSettlementsChanged } from "./settlements-changed";
import { shortNames } from "./short-names";

/** How long the way back is offered, in milliseconds; 'Unsettle' offers it for ever. */
const UNDO_FOR = 8000;

/**
 * Settles and unsettles payments of one event. The screen shows the result at once and takes it back where the
 * server refuses; the alerts are those of spec section 8.
 * @param settlements the event's, as the page was rendered with them
 * @param mutate of SWR's copy of them
 */
export function useSettle(settlements: readonly Settlement[], mutate: KeyedMutator<Settlement[]>) {
  const user = useCurrentUser();
  const me = { _id: user.id, name: user.name, picture: user.picture };
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  async function change(settlement: Settlement, settled: boolean): Promise<boolean> {
    const { _id, amount } = settlement;
    setPending((ids) => new Set(ids).add(_id));
    try {
      await mutate(
        async () => {
          // The amount the person saw: where it has changed meanwhile, the server refuses.
          await api.put(`/api/settlements/${_id}/settle`, { settled, userId: user.id, amount });
          return undefined;
        },
        {
          // What is shown now, other changes on their way included; before SWR has asked, the page's own.
          optimisticData: (_saved, shown) => settleLocally(shown ?? settlements, _id, settled, me),
          populateCache: false,
          rollbackOnError: true,
          revalidate: true,
        },
      );
      announceSettlementsChanged();
      return true;
    } catch (error) {
      const failure = settled ? "Failed to settle transaction" : "Failed to unsettle transaction";
      toast.error(serverMessage(error, failure));
      // What the server refused is likely to be outdated here.
      void mutate();
      return false;
    } finally {
      setPending((ids) => new Set([...ids].filter((id) => id !== _id)));
    }
  }

  return {
    /** Whether a change of this settlement is on its way. */
    isPending: (id: string) => pending.has(id),
    settle: async (settlement: Settlement) => {
      if (!(await change(settlement, true))) return;
      const { from, to, amount } = settlement;
      const nameOf = shortNames([settlement, ...settlements].flatMap((one) => [one.from, one.to]));
      toast.success(`Settled: ${nameOf(from._id)} paid ${nameOf(to._id)} ${formatDollars(amount)}.`, {
        duration: UNDO_FOR,
        action: { label: "Undo", onClick: () => void change(settlement, false) },
      });
    },
    unsettle: async (settlement: Settlement) => void (await change(settlement, false)),
  };
}
