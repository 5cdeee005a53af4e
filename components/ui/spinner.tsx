import { Icon } from "./icon";

/** A spinner in the current text color. Decorative: the text beside it describes the state. */
export function Spinner() {
  return <Icon className="icon-loader-circle size-5 animate-spin" />;
}
