/**
 * Copies a text during a press. Safari copies only then, so it takes the promise of a text that is still on its way.
 * @returns whether the text was copied: some browsers of apps have no clipboard, and others refuse it
 * @throws what `text` is rejected with
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string" || !("ClipboardItem" in window))
      await navigator.clipboard.writeText(await text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ "text/plain": text.then((words) => new Blob([words], { type: "text/plain" })) }),
      ]);
    return true;
  } catch {
    await text;
    return false;
  }
}
