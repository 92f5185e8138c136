import type { ReactNode } from 'react'
import { Contained } from './contained.tsx'

/** Names and values; what has no value is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = of.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <FactRow key={name} name={name}>
          {value}
        </FactRow>
      ))}
    </dl>
  )
}

const FactRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** A part of a page with a heading. */
export function Panel({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <div className="head">
        <h2>{title}</h2>
        {actions}
      </div>
      <Contained>{children}</Contained>
    </section>
  )
}
