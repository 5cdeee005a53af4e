import "server-only";
import { mailAvailable } from "./mail";
import { vapidKeys } from "./vapid";

/** The channels that this server has. */
export const channels = () => ({ push: vapidKeys() !== null, email: mailAvailable() });
