import { Fragment } from 'react'

/** Facts in a row with dots between them. Where the line breaks, a dot stays with the fact before it. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' '}
      <span>{index < facts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ))
}
