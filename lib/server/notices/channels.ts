import "server-only";
import { mailAvailable } from "./mail";
import { vapidKeys } from "./vapid";

/** The channels that this server offers. */
export const channels = () => ({ push: vapidKeys() !== null, email: mailAvailable() });
