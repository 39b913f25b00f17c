import './marked.css'

/** A part of a text in code points: the first, and the one after the last. */
export interface TextPart {
  from: number
  to: number
}

/** A text with some of its parts marked; the parts are in order and do not overlap. */
export function Marked({ text, parts }: { text: string; parts: readonly TextPart[] }) {
  if (parts.length === 0) return <>{text}</>
  const letters = Array.from(text)
  const between = (from: number, to?: number) => letters.slice(from, to).join('')
  return (
    <>
      {parts.map(({ from, to }, index) => (
        <span key={from}>
          {between(parts[index - 1]?.to ?? 0, from)}
          <mark className="marked">{between(from, to)}</mark>
        </span>
      ))}
      {between(parts[parts.length - 1]?.to ?? 0)}
    </>
  )
}
