/** The first focusable element of the page: skips the top bar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // An anchor would add a history entry, which "Go back" would step back to.
        event.preventDefault();
        const main = document.getElementById("main")!;
        main.tabIndex = -1;
        main.focus();
      }}
      className="sr-only z-50 rounded-full bg-brand px-6 py-3 font-bold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
