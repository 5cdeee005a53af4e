import { copyText } from "./copy-text";
import { toast } from "./toast";

/** Opens the device's share sheet; without one, copies the URL, and says `copied`. */
export async function share(url: string, text: string, copied: string): Promise<void> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title: "Evenly", text, url });
      return;
    }
  } catch (error) {
    // The user closed the share sheet. Any other error: sharing is not available.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  await copy(url, copied);
}

/** Copies the URL, and says `copied`; shows it if it cannot be copied. */
export async function copy(url: string, copied: string): Promise<void> {
  if (await copyText(url)) toast.success(copied);
  else toast.info(`Send your friend this link: ${url}`, { duration: 30_000 });
}
