// Replaces react-vant/es/utils/dom/render.js: React 19 dropped createRoot/render from 'react-dom'.
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

const roots = new WeakMap<Element, Root>()

export function render(node: ReactNode, container: Element): void {
  const root = roots.get(container) ?? createRoot(container)
  roots.set(container, root)
  root.render(node)
}

// Callers test the result for truthiness before removing the container.
export async function unmount(container: Element): Promise<void> {
  await Promise.resolve() // never unmount a root while React is rendering
  roots.get(container)?.unmount()
  roots.delete(container)
}
