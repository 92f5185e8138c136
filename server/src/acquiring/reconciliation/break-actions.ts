import { staffActions } from '#core/access'
import { refuse } from './refusals.ts'
import type { Break } from './report.ts'

/** What an operator can do about a break. */
export const breakActions = staffActions(
  {
    match: { permission: 'settlements:resolve', caller: 'operator' },
    accept: { permission: 'settlements:resolve', caller: 'operator' },
    writeOff: { permission: 'settlements:adjust', caller: 'operator' },
  },
  ['break_closed', 'break_without_row', 'break_not_acceptable', 'break_not_written_off'],
)

type WithRow = Break & { row: NonNullable<Break['row']> }

export const breakGuards = (found: Break) => ({
  match: () => requireMatchable(found),
  accept: () => requireAcceptable(found),
  writeOff: () => requireWritableOff(found),
})

export function requireMatchable(found: Break): asserts found is WithRow {
  requireOpen(found)
  requireRow(found, 'Import the report that has it, or write it off.')
}

/** Only a fee is accepted as the acquirer has it. */
export function requireAcceptable(found: Break): asserts found is WithRow {
  requireOpen(found)
  const { id, kind } = found
  if (kind !== 'fee') throw refuse('break_not_acceptable', { breakId: id, kind, allowed: [] })
  requireRow(found, '')
}

export function requireWritableOff(found: Break): void {
  requireOpen(found)
  if (found.kind === 'fee') throw refuse('break_not_written_off', { breakId: found.id, allowed: [] })
}

function requireOpen({ id, status }: Break): void {
  if (status !== 'open') throw refuse('break_closed', { breakId: id, status, allowed: [] })
}

function requireRow(found: Break, what: string): asserts found is WithRow {
  if (!found.row) throw refuse('break_without_row', { breakId: found.id, what, allowed: [] })
}
