import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { formatDollars } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import { joinPath, sharedPicturePath } from "@/lib/link-paths";
import { getPageUser, pageOrigin, refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { loadSharedPage } from "@/lib/views/links/shared-page";
import { KeepCurrent, ShownRevision } from "@/components/refresh/keep-current";
import { CurrentUserProvider } from "@/components/session/current-user";
import { LinkFrame } from "@/components/links/link-frame";
import { PICTURE } from "@/components/statements/picture";
import { SharedStatement } from "@/components/statements/statement-screen";
import { SharedWhy } from "@/components/settlements/shared-why";
import { Toaster } from "@/components/ui/toast";
import { CopyLinkFirst } from "@/app/copy-link-first";
import { SignInForms } from "@/app/sign-in-forms";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ all?: string }> };

const load = cache(loadSharedPage);

/** What messengers show of a statement to those who get its link, and to themselves. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  // The address is a secret: lib/server/http/security-headers.ts keeps it from other sites.
  const all: Metadata = { title: "Shared", robots: { index: false, follow: false } };
  // The page itself says why it cannot be shown.
  const shared = await load(token, await getPageUser()).catch(() => null);
  if (shared?.kind !== "statement") return all;
  const { event, people } = shared.statement;
  const { width, height } = PICTURE;
  const [title, total] = [event.title, formatDollars(event.total)];
  const url = `${await pageOrigin()}${sharedPicturePath(token)}`;
  return {
    ...all,
    openGraph: {
      type: "website",
      siteName: "Evenly",
      title,
      description: `${total} · ${pluralize(people.length, "person", "people")} · shared by ${shared.by}`,
      images: [{ url, width: 2 * width, height: 2 * height, alt: `${title}: ${total}` }],
    },
    twitter: { card: "summary_large_image" },
  };
}

export default function SharedPage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const viewer = await getPageUser();
  const shared = await requireLinked(load(token, viewer));
  if (shared.kind === "statement") {
    const { all } = await searchParams;
    return <SharedStatement {...shared} token={token} known={viewer !== null} all={all} />;
  }
  if (shared.kind === "join") redirect(joinPath(token) as Route);
  if (shared.kind !== "why" || !viewer) return <SignInFirst token={token} />;
  const { id, name, email, picture, guest } = viewer;
  return (
    <CurrentUserProvider user={{ id, name, email, picture, ...(guest && { guest }) }}>
      <KeepCurrent />
      <ShownRevision revision={viewer.revision ?? ""} />
      <SharedWhy {...shared} />
      <Toaster />
    </CurrentUserProvider>
  );
}

/** For a link that only its reader may see. It names nobody, because anyone may have the link. */
function SignInFirst({ token }: { token: string }) {
  return (
    <LinkFrame
      before={<CopyLinkFirst />}
      card={
        <>
          <h1 className="page-title">Sign in to open this link.</h1>
          <p className="text-balance text-muted">
            It was sent to one person, who can see it after signing in.
          </p>
        </>
      }
    >
      <SignInForms shared={token} />
    </LinkFrame>
  );
}
