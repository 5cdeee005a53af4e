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

/** Copies the URL, and says `copied`; shows it if it cannot be copied. @throws what `url` is rejected with */
export async function copy(url: string | Promise<string>, copied: string): Promise<void> {
  if (await copyText(url)) toast.success(copied);
  else toast.info(`Send your friend this link: ${await url}`, { duration: 30_000 });
}
