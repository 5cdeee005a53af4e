// Part of the root layout, so that it runs before React takes over the page.
//
// Translators, Chrome's among them, put an element in the place of a text node. React keeps the node: it would change a
// text that nobody sees, and throw where it removes it or inserts before it, which ends in the error page
// (facebook/react#26048). So a changed text returns to its place, from where it is translated again; and React's removals
// and insertions find what is there instead.

/** What is in the place of a text node that left the document. */
const standIns = new WeakMap<Node, ChildNode>();

const isElement = (node: Node | null): node is Element => node?.nodeType === Node.ELEMENT_NODE;
const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";

const inBrowser = typeof document !== "undefined";
const observer = inBrowser ? new MutationObserver(note) : null;
observer?.observe(document, { childList: true, subtree: true });

function note(records: MutationRecord[]): void {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === "characterData") {
      if (!target.parentNode) standIns.get(target)?.replaceWith(target);
      continue;
    }
    // Some add the element first, and then remove the text beside it.
    const standIn = [...addedNodes].find(isElement) ?? [previousSibling, nextSibling].find(isFont);
    for (const node of standIn ? removedNodes : []) {
      if (node.nodeType !== Node.TEXT_NODE || node.parentNode) continue;
      standIns.set(node, standIn!);
      observer?.observe(node, { characterData: true });
    }
  }
}

/** The child of `parent` that is in the place of `node`, or around it; null if there is none. */
function placeIn(parent: Node, node: Node): Node | null {
  note(observer?.takeRecords() ?? []);
  let place: Node | null | undefined = node.parentNode ? node : standIns.get(node);
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place ?? null;
}

if (inBrowser) {
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const place = placeIn(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(node: T, child: Node | null): T {
    const place = child && child.parentNode !== this ? placeIn(this, child) : child;
    return insertBefore.call(this, node, place) as T;
  };
}
