import type { Findings } from '#kernel/audit/findings.ts'
import { pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type CalledFor, compareEntries, entriesOf } from './booked-entries.ts'

/** Rows of a table that are booked under a reference of their own. */
export type BookedRows<Row extends { id: bigint }> = {
  /** As a difference names one: `reserve`. */
  what: string
  /** A page of rows, in the order of their ids. */
  next(moment: Reader): (after: bigint) => Promise<readonly Row[]>
  reference(row: Row): string
  /** What must be in the books for it, and nothing else. */
  calledFor(row: Row): CalledFor[]
}

/** Every row is booked as it calls for. */
export async function checkBookedRows<Row extends { id: bigint }>(
  moment: Reader,
  findings: Findings,
  { what, next, reference, calledFor }: BookedRows<Row>,
): Promise<void> {
  for await (const page of pagesOf(next(moment))) {
    const entries = await entriesOf(moment, page.map(reference))
    for (const row of page) {
      const named = { about: `${what} ${row.id}`, reference: reference(row) }
      findings.differ(...compareEntries(named, calledFor(row), entries.get(named.reference) ?? []))
    }
    findings.checked(`${what}s`, page.length)
  }
}
