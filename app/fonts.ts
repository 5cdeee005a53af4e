import localFont from "next/font/local";

/**
 * Figtree, the only typeface, from the npm package (nothing is fetched at build time). The Latin file is preloaded;
 * the extended one (names such as Łukasz or Şule) is loaded only by pages that use its letters. Each file has its
 * unicode-range, so the order in the stack affects only speed.
 */
export const figtree = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  variable: "--font-figtree",
  fallback: ["ui-sans-serif", "system-ui", "sans-serif"],
});

export const figtreeExtended = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  variable: "--font-figtree-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});
