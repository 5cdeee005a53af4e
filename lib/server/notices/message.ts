/** A notice as a message to one person. */
export type Message = {
  /** The notice's id: the push topic and the email's Message-ID derive from it, so a repeated message replaces the first. */
  id: string;
  title: string;
  /** One or two sentences, with the person's own part first. */
  text: string;
  /** The path to open, such as `/groups/…`. */
  path: string;
};
/** `gone`: the device or address no longer exists. `failed`: try again later. */
export type Delivery = "sent" | "gone" | "failed";
