/** An element of a page: its tag, its attributes, and what is in it. */
type Element = [tag: string, attributes: Record<string, string>, ...children: (string | Element)[]];

// React escapes < and > in texts and attributes, and closes every element.
const UNSEEN = /<!--.*?-->|<(script|style|template)\b.*?<\/\1>|<link\b[^>]*>/gs;
const TOKEN = /<(\/?)([\w-]+)([^>]*?)(\/?)>|[^<]+/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/** The elements of a page's body, without its scripts. @param html as React has rendered it */
export function elementsOf(html: string): Element {
  const body = html.slice(html.indexOf("<body"), html.indexOf("</body>")).replace(/^[^>]*>/, "");
  const open: Element[] = [["div", {}]];
  for (const [text, closing, tag, attributes = "", empty] of body.replace(UNSEEN, "").matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    if (!tag) parent.push(text);
    else if (closing) open.pop();
    else {
      // React takes an object for a style.
      const found = [...attributes.matchAll(ATTRIBUTE)].filter(([, name]) => name !== "style");
      const element: Element = [tag, Object.fromEntries(found.map(([, name, value]) => [name!, value!]))];
      parent.push(element);
      if (!empty) open.push(element);
    }
  }
  return open[0]!;
}
