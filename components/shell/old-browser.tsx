/** The oldest ones for which the project is built: `browserslist` of package.json. */
export const OLDEST_BROWSERS = "Chrome or Edge 117, Firefox 128, Safari 16.4";

/** Seen, in place of the page, where app/globals.css does not find what these browsers have. It needs no script. */
export function OldBrowser() {
  return (
    <p className="old-browser">
      This browser is too old for Evenly. Update it, or use another one: {OLDEST_BROWSERS}, or newer.
    </p>
  );
}
