import type { BrowserContext, Page } from "@playwright/test";

declare global {
  interface Window {
    /** Texts that were translated, as they were before. */
    translated?: string[];
  }
}

/** What a translation looks like in tests: `same` can still be found by its text, `marked` cannot be taken for it. */
type Language = "same" | "marked";

/**
 * Translates a page like Chrome does, and each text that comes later: puts two `<font>` in the place of the text node,
 * which leaves the document, except where the page says `translate="no"`. Runs in the page.
 */
function translate(language: Language): void {
  const KEPT = "script, style, textarea, noscript, svg, title, head, [translate=no], .notranslate";
  const ours = new WeakSet<Node>();
  window.translated = [];

  const replace = (text: Text) => {
    if (!text.data.trim() || ours.has(text) || !text.parentElement || text.parentElement.closest(KEPT))
      return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    // Not the attribute, which the page's policy refuses.
    for (const font of [outer, inner]) font.style.verticalAlign = "inherit";
    const translation = document.createTextNode(language === "same" ? text.data : `«${text.data}»`);
    ours.add(translation);
    inner.append(translation);
    outer.append(inner);
    window.translated?.push(text.data);
    text.replaceWith(outer);
  };
  const replaceAll = (root: Node) => {
    const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) replace(text as Text);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "characterData") {
        ours.delete(target);
        replaceAll(target);
      } else addedNodes.forEach(replaceAll);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
  replaceAll(document);
}

/** Translates every page of the browser, from the moment that it begins to load. */
export async function translateAll(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript(translate, language);
}

/** Translates the page from now on. */
export const translateNow = (page: Page, language: Language): Promise<void> =>
  page.evaluate(translate, language);
