import { Icon } from "./icon";

/** A turning circle in the colour of its surroundings. Decoration: the text beside it says what happens. */
export function Spinner() {
  return <Icon className="icon-loader-circle size-5 animate-spin" />;
}
