import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { joinPath } from "@/lib/paths";
import { getPageUser, refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { loadSharedPage } from "@/lib/views/links/shared-page";
import { CurrentUserProvider } from "@/components/session/current-user";
import { LinkFrame } from "@/components/links/link-frame";
import { SharedStatement } from "@/components/statements/statement-screen";
import { SharedWhy } from "@/components/settlements/shared-why";
import { Toaster } from "@/components/ui/toast";
import { CopyLinkFirst } from "@/app/copy-link-first";
import { SignInForms } from "@/app/sign-in-forms";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ rows?: string }> };

// The address is a secret: lib/server/http/security-headers.ts keeps it from other sites.
export const metadata: Metadata = { title: "Shared", robots: { index: false, follow: false } };

const load = cache(loadSharedPage);

export default function SharedPage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const viewer = await getPageUser();
  const shared = await requireLinked(load(token, viewer));
  if (shared.kind === "statement") return <SharedStatement {...shared} rows={(await searchParams).rows} />;
  if (shared.kind === "join") redirect(joinPath(token) as Route);
  if (shared.kind === "sign-in" || !viewer) return <SignInFirst token={token} />;
  const { id, name, email, picture, guest } = viewer;
  return (
    <CurrentUserProvider user={{ id, name, email, picture, ...(guest && { guest }) }}>
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
