import { toast } from "@/components/ui/toast";

/** Leads to a form, or a download, that needs a connection. */
const FORM_LINKS = [
  "$='/edit'",
  "*='/edit-expense/'",
  "*='/record-payment'",
  "*='?copy='",
  "^='?'",
  "^='/api/'",
  "$='/invite'",
  "$='/add-event'",
  "$='/import'",
  "^='/create-'",
  "='/add-friend'",
]
  .map((end) => `a[href${end}]`)
  .join();

/** Buttons that send something have `data-action` or `data-write`; a form whose entries wait for a connection has `data-queued`. */
const WRITES = `[data-action], [data-write], form:not([role=search], [data-queued]) [type=submit], ${FORM_LINKS}`;

/**
 * Disables what needs a connection: pressed, it says why. The browser follows the links itself, except "Go back", so that
 * the service worker answers: the router would wait for the server. @returns what ends that
 */
export function disableWrites(reason: string): () => void {
  const ended = new AbortController();
  const mark = () => {
    for (const element of document.querySelectorAll(WRITES)) element.setAttribute("aria-disabled", "true");
  };
  const observer = new MutationObserver(mark);
  observer.observe(document.body, { childList: true, subtree: true });
  mark();
  window.addEventListener(
    "click",
    (event) => {
      const target = event.target as Element;
      const isDisabled = target.closest("[aria-disabled=true]");
      if (isDisabled || target.closest("a[href]:not([data-back])")) event.stopPropagation();
      if (!isDisabled) return;
      event.preventDefault();
      toast.info(reason);
    },
    { capture: true, signal: ended.signal },
  );
  return () => {
    ended.abort();
    observer.disconnect();
    for (const element of document.querySelectorAll(WRITES)) element.removeAttribute("aria-disabled");
  };
}
