import './marked.css'

/** A part of a text in code points: the first, and the one after the last. */
export interface TextPart {
  from: number
  to: number
}

/**
 * A text with some of its parts marked; the parts are in order and do not overlap. Each piece is an element of its own: a
 * translated page has other nodes where its texts were, and only elements are still there when they are to go.
 */
export function Marked({ text, parts }: { text: string; parts: readonly TextPart[] }) {
  if (parts.length === 0) return <span>{text}</span>
  const letters = Array.from(text)
  const between = (from: number, to?: number) => letters.slice(from, to).join('')
  return (
    <>
      {parts.map(({ from, to }, index) => (
        <span key={from}>
          <span>{between(parts[index - 1]?.to ?? 0, from)}</span>
          <mark className="marked">{between(from, to)}</mark>
        </span>
      ))}
      <span>{between(parts[parts.length - 1]?.to ?? 0)}</span>
    </>
  )
}
