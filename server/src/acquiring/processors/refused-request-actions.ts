import { staffActions } from '#core/access'
import { refuse } from './refusals.ts'
import type { ShownRefusedRequest } from './refused-requests.ts'

/** What an operator can do about what a processor refuses. */
export const refusedRequestActions = staffActions(
  {
    tryAgain: { permission: 'payments:resolve', caller: 'operator' },
    giveUp: { permission: 'payments:resolve', caller: 'operator' },
  },
  ['refused_request_decided', 'connection_is_disabled'],
)

export const refusedRequestGuards = (refused: ShownRefusedRequest) => ({
  tryAgain: () => {
    requireUndecided(refused)
    requireTriable(refused)
  },
  giveUp: () => requireUndecided(refused),
})

/** Whether it is being sent at this moment is read when the decision is made. */
export function requireUndecided({ id, status }: Pick<ShownRefusedRequest, 'id' | 'status'>): void {
  if (status !== 'open') throw refuse('refused_request_decided', { id: String(id), status })
}

/** To a connection that is disabled nothing is sent. */
export function requireTriable({ connector, isEnabled }: Pick<ShownRefusedRequest, 'connector' | 'isEnabled'>): void {
  if (!isEnabled) throw refuse('connection_is_disabled', { name: connector })
}
