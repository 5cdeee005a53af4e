import type { ScopedMutator } from "swr";
import { api } from "@/lib/api-client";

/**
 * Brings SWR's copies up to date before a form makes way for a screen that shows them, so that the screen never
 * starts with what it showed last time. Failures are left to the screen, which asks again.
 */
export async function refreshKeys(mutate: ScopedMutator, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => replaceKey(mutate, key, () => api.get(key))));
}

/** The same for one key whose data `load` finds. */
export async function replaceKey(
  mutate: ScopedMutator,
  key: string,
  load: () => Promise<unknown>,
): Promise<void> {
  const fresh = await load().catch(() => undefined);
  await mutate(key, fresh, { revalidate: false });
}
