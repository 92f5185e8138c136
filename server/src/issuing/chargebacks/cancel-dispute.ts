import type { DisputeId, HolderId } from '#issuing/ids'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { DisputesContext } from './context.ts'
import type { Dispute } from './dispute.ts'
import { refuse } from './refusals.ts'
import { findDispute } from './store.ts'
import { transitionDispute } from './transition-dispute.ts'

export type CancelDisputeInput = { holderId: HolderId; id: DisputeId; once(subjectId: DisputeId): Write[] }

/** The holder has thought better of it, and no network was asked yet. */
export const cancelDispute = (ctx: DisputesContext, { holderId, id, once }: CancelDisputeInput): Promise<Dispute> =>
  decide(async () => {
    const dispute = await findDispute(ctx.db, holderId, id)
    if (!dispute) throw refuse('dispute_not_found', { disputeId: id })
    const now = ctx.clock.now()
    const writes = [...transitionDispute(now, dispute, 'cancel', { actor: 'holder' }), ...once(id)]
    await commit(ctx, now, writes, 'cancel-dispute')
    return { ...dispute, status: 'cancelled', version: dispute.version + 1 }
  })
