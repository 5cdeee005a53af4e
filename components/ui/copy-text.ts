/** @returns whether the text was copied: some browsers of apps have no clipboard, and others refuse it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
