import { copyText } from "./copy-text";
import { toast } from "./toast";

/**
 * Opens the device's share sheet; without one, copies the URL, and says `copied`.
 * @param url may be on its way; who creates it says why it could not be created
 */
export async function share(url: string | Promise<string>, text: string, copied: string): Promise<void> {
  const data = async () => ({ title: "Evenly", text, url: await url });
  if ("share" in navigator && (await inShareSheet(data()))) return;
  await copy(url, copied).catch(() => {});
}

/** Opens the device's share sheet. @returns false if that is not possible; true also if the user has closed it */
export async function inShareSheet(data: ShareData | Promise<ShareData>): Promise<boolean> {
  try {
    await navigator.share(await data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/**
 * Copies a text, and says `copied`.
 * @param failed what it says if the text cannot be copied; default: that it is a link, with the link
 * @throws what `text` is rejected with
 */
export async function copy(text: string | Promise<string>, copied: string, failed?: string): Promise<void> {
  if (await copyText(text)) toast.success(copied);
  else toast.info(failed ?? `Send your friend this link: ${await text}`, { duration: 30_000 });
}
