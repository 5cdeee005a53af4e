import "server-only";
import { generateVAPIDKeys } from "web-push";
import { keptSecret } from "@/lib/auth/secret";
import { env, vapidPublicKey } from "@/lib/env";

/** The keys that identify this server to push services (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or else a pair generated at the first start and stored next to the embedded
 * database. Subscriptions are tied to the pair: after a change, notifications must be turned on again on each device.
 * @returns null with MONGODB_URI and without these settings: servers must share the keys, so there are no push messages
 * @throws Error that says what to do
 */
export function vapidKeys(): VapidKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY, DATA_DIR, embedded, missing } = env();
  if (publicKey && VAPID_PRIVATE_KEY) return { publicKey, privateKey: VAPID_PRIVATE_KEY };
  if (!embedded || missing) return null;
  const make = () => generateVAPIDKeys().privateKey;
  const privateKey = keptSecret(DATA_DIR, "vapid", make, "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY");
  const own = vapidPublicKey(privateKey);
  if (own) return { publicKey: own, privateKey };
  throw new Error(`The file "vapid" in ${DATA_DIR} is damaged: restore it, or delete it to get another key.`);
}

/** Whom push services can contact about this server's messages: an https: or mailto: URL. */
export function vapidSubject(): string {
  const { SECURITY_CONTACT, AUTH_URL } = env();
  return SECURITY_CONTACT ?? (AUTH_URL?.startsWith("https:") ? AUTH_URL : "mailto:security@localhost");
}
