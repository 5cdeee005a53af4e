import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { firstName } from "@/lib/core/people";
import { eventPath, sharedPath } from "@/lib/paths";
import { getPageUser, refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { loadSharedStatement } from "@/lib/views/links/shared-page";
import { AskForLink } from "@/components/links/ask-for-link";
import { LinkFrame } from "@/components/links/link-frame";
import { Bdi } from "@/components/ui/bdi";
import { Toaster } from "@/components/ui/toast";
import { CopyLinkFirst } from "@/app/copy-link-first";
import { SignInForms } from "@/app/sign-in-forms";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ as?: string }> };

export const metadata: Metadata = { title: "Settle", robots: { index: false, follow: false } };

export default function SettlePage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

/** The link shows a statement and lets nobody in: members go to the event, and others learn how to get there. */
async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const viewer = await getPageUser();
  const { place, by, statement } = await requireLinked(loadSharedStatement(token, viewer));
  if (place) redirect(eventPath(place.groupId, place.eventId));
  const person = statement.people[Number((await searchParams).as)]?.user;
  const heading = person ? (
    <>
      Settle as <Bdi>{firstName(person.name)}</Bdi>
    </>
  ) : (
    "Settle"
  );
  const ask = <AskForLink by={by} title={statement.event.title} path={sharedPath(token)} />;
  if (viewer || person?.guest) {
    return (
      <LinkFrame
        card={
          <>
            <h1 className="page-title">{heading}</h1>
            <p className="text-balance text-muted">
              {viewer ? (
                <>
                  <Bdi>{viewer.name}</Bdi> is not in this group. This link shows the statement, and lets
                  nobody in.
                </>
              ) : (
                "Someone without an account takes part with a link of their own. This one shows the statement, and lets nobody in."
              )}{" "}
              <Bdi>{by}</Bdi> can send you one that does.
            </p>
          </>
        }
      >
        {ask}
        <Toaster />
      </LinkFrame>
    );
  }
  return (
    <LinkFrame
      before={<CopyLinkFirst />}
      card={
        <>
          <h1 className="page-title">{heading}</h1>
          <p className="text-balance text-muted">Sign in, and the event opens.</p>
        </>
      }
    >
      <SignInForms settle={token} />
      <p className="text-muted">
        No account? <Bdi>{by}</Bdi> can send you a link of your own.
      </p>
      {ask}
      <Toaster />
    </LinkFrame>
  );
}
