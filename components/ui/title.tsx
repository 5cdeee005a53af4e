import { clsx } from "clsx";
import { Bdi } from "./bdi";

/** From this length on, a title needs a smaller font to keep its words whole on a phone. */
const LONG = 24;

/** The title of something that a user named, as the heading of its page. */
export const Title = ({ children }: { children: string }) => (
  <Bdi className={clsx(children.length > LONG && "text-2xl/8 sm:text-3xl/9")}>{children}</Bdi>
);
