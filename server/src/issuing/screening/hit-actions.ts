import { staffActions } from '#core/access'
import type { Hit } from './hit.ts'
import { type HitAction, type HitStatus, hitStates } from './hit-states.ts'
import { refuse } from './refusals.ts'

/** What a person decides about a hit. */
export const hitActions = staffActions(
  {
    clear: { permission: 'screening:decide' },
    confirm: { permission: 'screening:decide' },
    reopen: { permission: 'screening:decide' },
  },
  ['hit_transition'],
)

export const hitGuards = ({ status }: Pick<Hit, 'status'>) => ({
  clear: () => hitAfter(status, 'clear'),
  confirm: () => hitAfter(status, 'confirm'),
  reopen: () => hitAfter(status, 'reopen'),
})

/** Refuses what the table does not have, and names what a person can decide. */
export function hitAfter(from: HitStatus, action: HitAction): HitStatus {
  const status = hitStates.next(from, action)
  if (status) return status
  const allowed = hitStates.edges.filter((edge) => edge.from === from && edge.action !== 'supersede')
  const possible = allowed.map((edge) => edge.action)
  throw refuse('hit_transition', {
    status: from,
    action,
    allowed: possible,
    possible: possible.join(', ') || 'nothing',
  })
}
