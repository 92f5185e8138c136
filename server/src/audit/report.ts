import type { Difference, Report } from '#kernel/db/findings.ts'

export { type Difference, Findings, type Report } from '#kernel/db/findings.ts'

/** The report as a person reads it. */
export function renderReport({ checked, differences, more }: Report): string {
  const counts = checked.map(({ what, count }) => `${what} ${count}`).join(', ')
  if (differences.length === 0) return `Checked ${counts}: the books prove themselves, and everything agrees.`
  const total = differences.length + more
  const reported = differences.map(renderDifference)
  const untold = more > 0 ? [`... and ${more} more.`] : []
  return [`Checked ${counts}: ${total} ${total === 1 ? 'difference' : 'differences'}.`, ...reported, ...untold].join(
    '\n\n',
  )
}

const renderDifference = ({ about, wrong, actual, should, off, look }: Difference): string =>
  [
    `${about}: ${wrong}`,
    `  stands     ${actual}`,
    `  should be  ${should}`,
    ...(off === undefined ? [] : [`  off by     ${off}`]),
    `  look at    ${look}`,
  ].join('\n')
