/**
 * Keeps the page alive while the browser translates it. A translator replaces text nodes by elements of its own, behind React's
 * back; when React then removes such a text, or inserts something before it, the DOM throws, and the whole page would go. Chrome
 * and Edge do so, and every visitor can turn it on. (react issue 11538)
 */
export function surviveTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    // What stands in its place is the translator's, and goes with it.
    const replaced = translated(this, child)
    if (replaced) removeChild.call(this, replaced)
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T
    return insertBefore.call(this, node, translated(this, before)) as T
  }
}

/** The child of `parent` that the translator has wrapped a node in. */
function translated(parent: Node, node: Node): Node | null {
  let at: Node | null = node
  while (at && at.parentNode !== parent) at = at.parentNode
  return at
}
