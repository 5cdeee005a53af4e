import { Notice } from "@/components/ui/notice";

/**
 * Tells the operator of a server without a sign-in method what to configure.
 * @param demoPossible whether demo sign-in could be enabled
 */
export function NotConfigured({ demoPossible }: { demoPossible: boolean }) {
  return (
    <Notice tone="warning" title="Sign-in is not configured yet." className="w-full">
      Set <code>AUTH_GOOGLE_ID</code> and <code>AUTH_GOOGLE_SECRET</code> to the ID and secret of your Google
      client, then restart Evenly.
      {demoPossible ? (
        <>
          {" "}
          For a demo, set <code>DEMO=1</code> and <code>AUTH_URL</code> to the address of this page. If{" "}
          <code>AUTH_URL</code> is not set, the demo needs no setting on the computer that Evenly runs on, at{" "}
          <code>localhost</code>.
        </>
      ) : null}
    </Notice>
  );
}
