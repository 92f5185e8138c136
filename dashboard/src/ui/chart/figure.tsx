import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { SmallTable } from '../small-table.tsx'

const texts: Texts<{ table: string }> = { en: { table: 'Show as table' }, ro: { table: 'Arată ca tabel' } }

/**
 * A drawing with a sentence that says what it shows, and the same numbers as a table, which is what a screen reader reads:
 * the drawing itself is hidden from it, unless it is a list of links.
 */
export function ChartFigure({
  caption,
  table,
  children,
}: {
  caption: ReactNode
  table: ComponentProps<typeof SmallTable>
  children: ReactNode
}) {
  const t = useTexts(texts)
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <Suspense fallback={<div className="drawing" aria-busy="true" />}>{children}</Suspense>
      <details>
        <summary>{t.table}</summary>
        <SmallTable {...table} />
      </details>
    </figure>
  )
}
