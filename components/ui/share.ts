import { copyText } from "./copy-text";
import { toast } from "./toast";

/**
 * Opens the device's share sheet; without one, copies the URL, and says `copied`.
 * @param url may be on its way; who creates it says why it could not be created
 */
export async function share(url: string | Promise<string>, text: string, copied: string): Promise<void> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title: "Evenly", text, url: await url });
      return;
    }
  } catch (error) {
    // The user closed the share sheet. Any other error: sharing is not available.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  await copy(url, copied).catch(() => {});
}

/** Copies the URL, and says `copied`; shows it if it cannot be copied. @throws what `url` is rejected with */
export async function copy(url: string | Promise<string>, copied: string): Promise<void> {
  if (await copyText(url)) toast.success(copied);
  else toast.info(`Send your friend this link: ${await url}`, { duration: 30_000 });
}
