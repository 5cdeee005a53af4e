import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { firstName } from "@/lib/core/people";
import { isolate } from "@/lib/core/text/isolate";
import { noteOpenedLink } from "@/lib/auth/claim";
import { getPageUser, notFoundOnMissing, refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { claimView } from "@/lib/views/guests";
import { formProblem, loadJoinPage } from "@/lib/views/links";
import { ClaimScreen } from "@/components/guests/claim-screen";
import { GuestForms, namesake } from "@/components/guests/guest-forms";
import { LinkFrame } from "@/components/links/link-frame";
import { JoinScreen } from "@/components/links/join-screen";
import { keepPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { Bdi, Sentence } from "@/components/ui/bdi";
import { CopyLinkFirst } from "@/app/copy-link-first";
import { SignInForms } from "@/app/sign-in-forms";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Record<string, unknown>> };

// The address is a secret: lib/server/http/security-headers.ts keeps it from other sites.
export const metadata: Metadata = { title: "Invitation", robots: { index: false, follow: false } };

const load = cache(loadJoinPage);

export default function JoinPage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const user = await getPageUser();
  const { offer, guest, joined, elsewhere } = await requireLinked(load(token, user));
  if (joined) redirect(joined.groupId ? `/groups/${joined.groupId}` : `/friends/${joined.friendId}`);
  const query = await searchParams;
  const problem = formProblem(query, "This link does not work.");
  // A guest of another group is a stranger here. Becoming a guest here ends the other session.
  const viewer = user?.guest ? null : user;
  if (viewer && guest) {
    const preview = await notFoundOnMissing(claimView(viewer, guest, token));
    await noteOpenedLink(viewer._id, guest, token);
    return (
      <main id="main" className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-4 py-8">
        <ClaimScreen viewer={viewer} preview={preview} token={token} problem={problem} />
      </main>
    );
  }
  if (viewer) {
    return (
      <JoinScreen offer={offer}>
        <PostForm action={`/api/join/${token}`} fields={{ user: viewer.id }} className="w-full">
          <SubmitButton className="w-full" busyLabel="Joining…">
            <Sentence>
              {offer.group
                ? `Join “${isolate(offer.group.title)}”`
                : `Add ${isolate(firstName(offer.inviter.name))} as a friend`}
            </Sentence>
          </SubmitButton>
        </PostForm>
        <Problem text={problem} />
        <p className="text-muted">
          You are signed in as <Bdi>{viewer.name}</Bdi>.
        </p>
      </JoinScreen>
    );
  }
  const named = query["problem"] === "invalid" && typeof query["name"] === "string";
  const forms = {
    token,
    user: user?.id ?? "",
    guests: offer.guests ?? [],
    active: offer.active ?? [],
    open: guest === null,
    ...(named && { refused: String(query["name"]) }),
  };
  return (
    <JoinScreen offer={offer} before={<CopyLinkFirst />}>
      {user && elsewhere ? <GuestElsewhere name={user.name} group={elsewhere} /> : null}
      {offer.guests ? <GuestForms {...forms} /> : null}
      {namesake(forms) ? null : <Problem text={problem} />}
      <Section
        id="account-heading"
        heading={offer.guests ? "Or with an account" : "With an account"}
        className="w-full text-left"
      >
        <div className="flex flex-col items-center gap-4 text-center">
          <SignInForms join={token} />
        </div>
      </Section>
    </JoinScreen>
  );
}

/** What becoming a guest here means to a guest of another group. */
function GuestElsewhere({ name, group }: { name: string; group: { _id: string; title: string } }) {
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink href={keepPath(group._id)} variant="secondary">
          Keep it: sign in
        </ButtonLink>
      }
      className="w-full text-left"
    >
      You take part in “<Bdi>{group.title}</Bdi>” as <Bdi>{name}</Bdi>. If you become a guest here, this
      device leaves that group. To come back, open its link again, or ask a member for a new one. Sign in
      first, and you keep both.
    </Notice>
  );
}

function Problem({ text }: { text: string | null }) {
  return text ? <Notice tone="error" title={text} className="w-full text-left" /> : null;
}
