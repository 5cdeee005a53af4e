/** A notice in words, for one person. */
export type Message = {
  /** The notice's id: the push topic and the email's Message-ID derive from it, so that a repetition replaces the first. */
  id: string;
  title: string;
  /** One or two sentences; the person's own part first. */
  text: string;
  /** The path that it opens, such as `/groups/…`. */
  path: string;
};
/** `gone`: the device or address does not exist any more. `failed`: to be tried again later. */
export type Delivery = "sent" | "gone" | "failed";
