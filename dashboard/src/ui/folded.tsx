import { type ReactNode, useState } from 'react'

/** What is closed until somebody opens it; what is in it is made, and read, only then. */
export function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [isOpen, open] = useState(false)
  return (
    <details className="folded" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div className="stack">{children}</div>}
    </details>
  )
}

/** A part of a page with a heading that opens it. */
export const FoldedPanel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="panel" aria-label={title}>
    <Folded title={<h2>{title}</h2>}>{children}</Folded>
  </section>
)
