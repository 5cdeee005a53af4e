import type { RecentEvent } from "@/lib/contract/friends";
import { addExpensePath, eventPath } from "@/lib/paths";
import { Day } from "@/components/ui/day";
import { GroupIcon } from "@/components/ui/group-icon";
import { IconLink } from "@/components/ui/icon-button";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { Bdi } from "@/components/ui/bdi";

/** The newest events of the viewer's groups, each with a shortcut to add an expense. */
export function RecentEvents({ events }: { events: readonly RecentEvent[] }) {
  return (
    <Section id="recent-heading" heading="Recent events" className="min-w-0 gap-4">
      <ul
        role="list"
        className="-mx-4 flex snap-x scroll-px-4 [scrollbar-width:none] gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:flex-col lg:overflow-visible lg:px-0"
      >
        {events.map(({ _id, title, date, group }) => (
          <li
            key={_id}
            className="relative flex w-66 max-w-[85vw] shrink-0 snap-start flex-wrap items-center gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-4 shadow-card transition-colors duration-150 hover:bg-well active:bg-well lg:w-auto lg:max-w-none"
          >
            <GroupIcon src={group.icon} />
            <div className="min-w-0 flex-1 basis-24">
              <Link href={eventPath(group._id, _id)} className="row-link block truncate font-bold">
                <Bdi>{title}</Bdi>
              </Link>
              <p className="text-sm text-muted lg:flex lg:gap-1">
                <Bdi className="block truncate">{group.title}</Bdi>
                <span className="max-lg:hidden">·</span>
                <Day iso={date} />
              </p>
            </div>
            <IconLink
              icon="icon-plus"
              tone="brand"
              href={addExpensePath(group._id, _id)}
              aria-label={`Add expense to ${title}`}
              className="relative z-1"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
