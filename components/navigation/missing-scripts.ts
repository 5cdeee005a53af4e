/**
 * Loads the page again if the server does not have one of its scripts or styles, because it runs another build by now.
 * Forms keep what was typed. Not twice within ten seconds. Self-contained, because it is inlined as text.
 */
function reloadIfMissing({ target }: Event): void {
  const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
  const file = src || href;
  if (!file?.includes("/_next/static/")) return;
  void fetch(file, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => {
      const key = "evenly:reloaded";
      if (status !== 404 || Date.now() - Number(sessionStorage.getItem(key)) < 10_000) return;
      sessionStorage.setItem(key, String(Date.now()));
      location.reload();
    },
    // Without a connection, this page is better than none.
    () => undefined,
  );
}

/** An inline script in front of all others. A function, so that the browser's scripts do not contain what nothing calls. */
export const missingScriptsScript = () => `addEventListener("error", ${reloadIfMissing.toString()}, true);`;
