import type { RequestCounts } from "@/lib/contract/people";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";

/** The number of pending requests, with a link to them. */
export function PendingRequests({ counts: { total } }: { counts: RequestCounts }) {
  return (
    <Card tone={total > 0 ? "sun" : "surface"} className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-3 text-lg font-bold">
        <Icon className="icon-inbox" />
        {`You have ${total} request(s)`}
      </p>
      <ButtonLink href="/requests" variant={total > 0 ? "primary" : "secondary"}>
        Check requests
      </ButtonLink>
    </Card>
  );
}
