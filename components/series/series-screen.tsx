import type { Series } from "@/lib/contract/repeats";
import { PAUSE_TEXTS } from "@/lib/core/series/pause";
import { repeatsInWords } from "@/lib/core/series/in-words";
import { groupPath } from "@/lib/paths";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Bdi } from "@/components/ui/bdi";
import { Day } from "@/components/ui/day";
import { EmptyState } from "@/components/ui/empty-state";
import { List, ListRow } from "@/components/ui/list";
import { Page } from "@/components/ui/page";
import { SeriesActions } from "./series-actions";

export type SeriesScreenProps = { group: { _id: string; title: string }; series: readonly Series[] };

/** The series of a group: their rhythm, next date, and actions. */
export function SeriesScreen({ group, series }: SeriesScreenProps) {
  return (
    <Page title="Repeating" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(group._id)}>
      {series.length === 0 ? (
        <EmptyState picture="expenses" title="Nothing repeats yet.">
          To repeat an expense, open “More” when you add it.
        </EmptyState>
      ) : (
        <List>
          {series.map((one) => (
            <ListRow
              key={one._id}
              dimmed={one.paused !== null}
              title={<Bdi>{one.description}</Bdi>}
              detail={
                <>
                  <span className="block">
                    {repeatsInWords(one)} · by <Bdi>{one.by.name}</Bdi>
                  </span>
                  <span className="mt-1 block">
                    {one.paused ? (
                      <Badge tone="sun">{PAUSE_TEXTS[one.paused]}</Badge>
                    ) : one.next ? (
                      <>
                        Next: <Day iso={one.next} short />
                      </>
                    ) : null}
                    {one.until ? (
                      <>
                        {" "}
                        until <Day iso={one.until} short />
                      </>
                    ) : null}
                  </span>
                </>
              }
              trailing={<Amount dollars={one.amount} />}
            >
              <SeriesActions
                series={{
                  _id: one._id,
                  groupId: group._id,
                  description: one.description,
                  next: one.next,
                  paused: one.paused !== null,
                  mayChange: one.mayChange,
                }}
              />
            </ListRow>
          ))}
        </List>
      )}
    </Page>
  );
}
