import { refuse } from './refusals.ts'

/** Why payouts of a merchant, or a bank account, are on hold: a set, of which each reason is ended by itself. */
export type Holds = readonly string[]

/** Reasons are single lines, so the column has one in each. */
export const holdsOf = (column: string | null): Holds => column?.split('\n') ?? []
export const columnOf = (holds: Holds): string | null => (holds.length === 0 ? null : holds.join('\n'))

/** As one sentence shows all of them. */
export const describeHolds = (holds: Holds): string | undefined => (holds.length === 0 ? undefined : holds.join('; '))

export const withHold = (holds: Holds, reason: string): Holds => {
  const line = reason.replaceAll(/\s*\n\s*/g, ' ')
  return holds.includes(line) ? holds : [...holds, line]
}

/** Without the reason that is named, which may be left out where there is one. */
export function withoutHold(holds: Holds, named: string | undefined): Holds {
  if (named === undefined && holds.length <= 1) return []
  const listed = holds.map((reason) => `"${reason}"`).join(', ')
  if (named === undefined) throw refuse('several_holds', { field: 'holdReason', holds: listed })
  if (!holds.includes(named)) throw refuse('hold_not_found', { field: 'holdReason', holds: listed || 'none' })
  return holds.filter((reason) => reason !== named)
}
