import type { Route } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { GoBack } from "@/components/ui/go-back";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { eventPath, groupPath } from "./paths";

// Shown instead of a screen whose item was deleted, or whose group the viewer left, while the application was open.

export function GroupGone() {
  return (
    <Gone
      text="This group was deleted, or is no longer shared with you."
      href="/groups"
      linkText="Back to your groups"
    />
  );
}

export function EventGone({ groupId }: { groupId: string }) {
  return (
    <Gone
      text="This event was deleted, or is no longer shared with you."
      href={groupPath(groupId)}
      linkText="Back to the group"
    />
  );
}

export function ExpenseGone({ groupId, eventId }: { groupId: string; eventId: string }) {
  return (
    <Gone
      text="This expense was deleted, or is no longer shared with you."
      href={eventPath(groupId, eventId)}
      linkText="Back to the event"
    />
  );
}

export function PaymentGone({ groupId, eventId }: { groupId: string; eventId: string }) {
  return (
    <Gone
      text="This payment was deleted, canceled out, or combined with another one, or is no longer shared with you."
      href={eventPath(groupId, eventId)}
      linkText="Back to the event"
    />
  );
}

/** A settled payment has no open amount to explain. */
export function PaymentSettled({ groupId, eventId }: { groupId: string; eventId: string }) {
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

type GoneProps<T extends string> = { text: string; href: Route<T>; linkText: string };

function Gone<T extends string>({ text, href, linkText }: GoneProps<T>) {
  return (
    <Page>
      <Notice tone="warning" role="alert" action={<BackTo href={href}>{linkText}</BackTo>}>
        {text}
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
