import { staffActions } from '#core/access'
import { refuse } from './refusals.ts'
import type { ShownRefusedCapture } from './refused-captures.ts'

/** What an operator can do about a capture that its processor refuses. */
export const refusedCaptureActions = staffActions(
  {
    tryAgain: { permission: 'payments:resolve', caller: 'operator' },
    giveUp: { permission: 'payments:resolve', caller: 'operator' },
  },
  ['refused_capture_decided'],
)

export const refusedCaptureGuards = (refused: ShownRefusedCapture) => ({
  tryAgain: () => requireUndecided(refused),
  giveUp: () => requireUndecided(refused),
})

/** Whether it is being sent at this moment is read when the decision is made. */
export function requireUndecided({ id, status }: Pick<ShownRefusedCapture, 'id' | 'status'>): void {
  if (status !== 'open') throw refuse('refused_capture_decided', { id: String(id), status })
}
