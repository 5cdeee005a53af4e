import { LoaderCircle } from "lucide-react";

/** A turning circle in the colour and size of its surroundings. Decoration: the text beside it says what happens. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-5 animate-spin" />;
}
