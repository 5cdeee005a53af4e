import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requireUnsubscriber } from "@/lib/auth/unsubscribe";
import { maskEmail } from "@/lib/core/people";
import { unsubscribePath } from "@/lib/link-paths";
import { refusedOr, requireLinked } from "@/lib/server/guarded-page";
import { formProblem } from "@/lib/views/links";
import { LinkFrame } from "@/components/links/link-frame";
import { MarkBar } from "@/components/navigation/lost";
import { Notice } from "@/components/ui/notice";
import { PostForm, SubmitButton } from "@/components/ui/post-form";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Record<string, unknown>> };

// The address is a secret: lib/server/http/security-headers.ts keeps it from other sites.
export const metadata: Metadata = { title: "Unsubscribe", robots: { index: false, follow: false } };

export default function UnsubscribePage(props: Props) {
  return refusedOr<ReactNode>(show(props), (message) => <LinkFrame card={message} />);
}

/** Asks first, because scanners of mail follow its links. */
async function show({ params, searchParams }: Props) {
  const { token } = await params;
  const { email, notices } = await requireLinked(requireUnsubscriber(token));
  const problem = formProblem(await searchParams, null);
  const address = (
    <span translate="no" className="wrap-anywhere">
      {maskEmail(email)}
    </span>
  );
  const isOff = notices?.email?.length === 0;
  return (
    <>
      <MarkBar />
      <LinkFrame
        card={
          <>
            <h1 className="page-title">
              {isOff ? <>Emails to {address} are off.</> : <>Stop emails to {address}?</>}
            </h1>
            <p className="text-balance text-muted">
              {isOff
                ? "You can turn them back on in your account."
                : "Evenly will stop emailing you. Your groups and balances stay as they are."}
            </p>
          </>
        }
      >
        {isOff ? null : (
          <PostForm action={`/api${unsubscribePath(token)}?page` as `/api/${string}`} className="w-full">
            <SubmitButton className="w-full" busyLabel="Stopping…">
              Stop emails
            </SubmitButton>
          </PostForm>
        )}
        {problem ? <Notice tone="error" title={problem} className="w-full text-left" /> : null}
      </LinkFrame>
    </>
  );
}
