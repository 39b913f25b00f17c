import type { ReactNode } from 'react'
import './fact-list.css'

/** A fact: its name and what it is. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts below each other, each with its name. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list numeric" data-breakable>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
