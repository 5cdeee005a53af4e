// What is loaded, together, when there are unsent items and a connection.
export { RefusedItem } from "./refused-item";
export { sendUnsent } from "./send-unsent";
