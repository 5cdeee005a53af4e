/** The classes of a link that shows the mark, and the name where there is room: both are in the style sheet. */
export const MARK =
  "flex shrink-0 items-center gap-2 self-center rounded-full py-1 text-xl font-black tracking-tight before:size-9 before:shrink-0 before:bg-(image:--mark) sm:after:content-['Evenly']";
