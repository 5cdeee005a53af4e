import InAppSpy from "inapp-spy";
import { headers } from "next/headers";
import { CopyLinkButton } from "@/components/links/copy-link-button";
import { Notice } from "@/components/ui/notice";

/** For screens of links that lead to signing in. Shown only in in-app browsers, where Google refuses sign-in. */
export async function CopyLinkFirst() {
  const ua = (await headers()).get("user-agent");
  // Without one, it would log an error.
  return ua && InAppSpy({ ua }).isInApp ? (
    <Notice tone="warning" title="Google Login may not work in this browser." action={<CopyLinkButton />}>
      Copy the link, and open it in a regular browser, such as Chrome, Safari, or Firefox.
    </Notice>
  ) : null;
}
