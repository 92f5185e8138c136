import type { DayTotals } from '#connectors/acquirer/processor.ts'
import { staffActions } from '#core/access'
import { refuse } from './refusals.ts'

/** What an operator can do about the totals of a day. */
export const totalsActions = staffActions({ close: { permission: 'settlements:resolve', caller: 'operator' } }, [
  'totals_closed',
])

export const totalsGuards = (totals: Pick<DayTotals, 'id' | 'status'>) => ({
  close: () => requireUnexplained(totals),
})

export function requireUnexplained({ id, status }: Pick<DayTotals, 'id' | 'status'>): void {
  if (status !== 'open' && status !== 'outOfBalance') throw refuse('totals_closed', { id: String(id), status })
}
