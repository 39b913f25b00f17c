import { nameParts } from '@/shared/lib/markup.ts'

/** A magnet's name with highlights; rendered as text, never as HTML. */
export function MagnetName({ name }: { name: string }) {
  let position = 0
  return nameParts(name).map((part) => {
    const key = position
    position += part.text.length
    return part.highlighted ? <em key={key}>{part.text}</em> : <span key={key}>{part.text}</span>
  })
}
