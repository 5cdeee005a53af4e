import { clsx } from "clsx";

/**
 * A Lucide icon in the color of the surrounding text, 24 px by default. Decorative: hidden from screen readers.
 * @param className `icon-` and a name of app/icons.mjs, written out so that Tailwind finds it: "icon-pencil size-5"
 */
export function Icon({ className }: { className: string }) {
  return <span aria-hidden className={clsx("icon", className)} />;
}
