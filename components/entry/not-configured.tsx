import { Notice } from "@/components/ui/notice";

/** For the operator of a server on MONGODB_URI that has no sign-in yet. */
export function NotConfigured() {
  return (
    <Notice tone="warning" title="Nobody can sign in yet." className="w-full">
      Set <code>AUTH_GOOGLE_ID</code> and <code>AUTH_GOOGLE_SECRET</code> to those of your Google client, then
      start Evenly again.
    </Notice>
  );
}
