import { Link } from 'react-router-dom'
import { textParts } from '../lib/links.ts'

/** A text with clickable URLs: internal ones navigate, external ones open a window without referrer. */
export function LinkedText({ text }: { text: string }) {
  return textParts(text).map(({ text: label, href }, index) => {
    if (!href) return label
    const { origin, pathname, search, hash } = new URL(href)
    const props = { className: 'text-link', children: label }
    if (origin === location.origin) {
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
      return <Link key={index} to={pathname + search + hash} {...props} />
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
    return <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" {...props} />
  })
}
