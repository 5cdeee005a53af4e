import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { firstName } from "@/lib/core/people";
import { eventPath } from "@/lib/paths";
import { sharedPath } from "@/lib/link-paths";
import { getPageUser, refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { formProblem } from "@/lib/views/links";
import { loadSharedStatement } from "@/lib/views/links/shared-page";
import { GuestRows } from "@/components/guests/guest-rows";
import { AskForLink } from "@/components/links/ask-for-link";
import { LinkFrame } from "@/components/links/link-frame";
import { Bdi } from "@/components/ui/bdi";
import { Notice } from "@/components/ui/notice";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { Toaster } from "@/components/ui/toast";
import { CopyLinkFirst } from "@/app/copy-link-first";
import { SignInForms } from "@/app/sign-in-forms";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Record<string, unknown>> };

export const metadata: Metadata = { title: "Settle", robots: { index: false, follow: false } };

export default function SettlePage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

/**
 * The link shows a statement and lets nobody in: members go to the event, guests ask the members to confirm their
 * device, and others learn how to get there.
 */
async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const viewer = await getPageUser();
  const { place, by, statement } = await requireLinked(loadSharedStatement(token, viewer));
  if (place) redirect(eventPath(place.groupId, place.eventId));
  const query = await searchParams;
  const problem = formProblem(query, "This link does not work.");
  const person = statement.people[Number(query["as"])]?.user;
  const heading = person ? (
    <>
      Settle as <Bdi>{firstName(person.name)}</Bdi>
    </>
  ) : (
    "Settle"
  );
  const ask = <AskForLink by={by} title={statement.event.title} path={sharedPath(token)} />;
  if (viewer) {
    return (
      <LinkFrame
        card={
          <>
            <h1 className="page-title">{heading}</h1>
            <p className="text-balance text-muted">
              <Bdi>{viewer.name}</Bdi> is not in this group. This link shows the statement, and lets nobody
              in. <Bdi>{by}</Bdi> can send you one that does.
            </p>
          </>
        }
      >
        {ask}
        <Toaster />
      </LinkFrame>
    );
  }
  const action = `/api/join/${token}` as const;
  const asking = (name: string, as: number) => ({ user: "", name, as: String(as), ifActive: "ask" });
  const guest = person?.guest ? person : null;
  const guests = statement.people.flatMap(({ user: one }, as) =>
    one.guest && !person ? [{ key: as, name: one.name, fields: asking(one.name, as) }] : [],
  );
  return (
    <LinkFrame
      before={<CopyLinkFirst />}
      card={
        <>
          <h1 className="page-title">{heading}</h1>
          <p className="text-balance text-muted">
            {guest
              ? "A member of the group confirms that it is you, with a code that you see next."
              : "Sign in, and the event opens."}
          </p>
        </>
      }
    >
      {guest ? null : <SignInForms settle={token} />}
      {guests.length > 0 ? (
        <>
          <p>No account? A member confirms that it is you.</p>
          <GuestRows aria-label="Guests" className="w-full text-left" action={action} guests={guests} />
        </>
      ) : null}
      {guest ? (
        <PostForm action={action} fields={asking(guest.name, Number(query["as"]))} className="w-full">
          <SubmitButton className="w-full" busyLabel="Asking…">
            Ask a member
          </SubmitButton>
        </PostForm>
      ) : null}
      {problem ? <Notice tone="error" title={problem} className="w-full text-left" /> : null}
      <p className="text-muted">
        {guest || guests.length > 0 ? "Or " : "No account? "}
        <Bdi>{by}</Bdi> can send you a link of your own.
      </p>
      {ask}
      <Toaster />
    </LinkFrame>
  );
}
