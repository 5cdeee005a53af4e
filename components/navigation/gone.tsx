import type { Route } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { GoBack } from "@/components/ui/go-back";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { eventPath, groupPath } from "@/lib/paths";

// Shown instead of a screen whose item was deleted, or whose group the viewer left, while the application was open.

type Ids = { groupId: string; eventId: string };

export const GroupGone = () => (
  <Gone what="group was deleted" href="/groups" linkText="Back to your groups" />
);

export const EventGone = ({ groupId }: Omit<Ids, "eventId">) => (
  <Gone what="event was deleted" href={groupPath(groupId)} linkText="Back to the group" />
);

export const ExpenseGone = ({ groupId, eventId }: Ids) => (
  <Gone what="expense was deleted" href={eventPath(groupId, eventId)} linkText="Back to the event" />
);

export const PaymentGone = ({ groupId, eventId }: Ids) => (
  <Gone
    what="payment was deleted, canceled out, or combined with another one"
    href={eventPath(groupId, eventId)}
    linkText="Back to the event"
  />
);

/** A settled payment has no open amount to explain. */
export function PaymentSettled({ groupId, eventId }: Ids) {
  const href = eventPath(groupId, eventId);
  return (
    <Page>
      <GoBack fallback={href} />
      <Notice tone="success" role="status" action={<BackTo href={href}>Back to the event</BackTo>}>
        This payment has been settled.
      </Notice>
    </Page>
  );
}

/** Why a screen cannot be shown now. */
export const Refused = ({ message }: { message: string }) => (
  <Page>
    <GoBack fallback="/" />
    <Notice tone="warning" role="alert">
      {message}
    </Notice>
  </Page>
);

type GoneProps<T extends string> = { what: string; href: Route<T>; linkText: string };

function Gone<T extends string>({ what, href, linkText }: GoneProps<T>) {
  return (
    <Page>
      <Notice tone="warning" role="alert" action={<BackTo href={href}>{linkText}</BackTo>}>
        {`This ${what}, or is no longer shared with you.`}
      </Notice>
    </Page>
  );
}

function BackTo<T extends string>({ href, children }: { href: Route<T>; children: string }) {
  return (
    <ButtonLink href={href} variant="secondary">
      {children}
    </ButtonLink>
  );
}
