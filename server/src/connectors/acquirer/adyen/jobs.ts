import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { AdyenContext } from './context.ts'
import { decideStory, planChanges } from './record.ts'
import { planStop } from './record-outcome.ts'
import { reverseNow } from './reverse.ts'
import { findEntryById } from './store.ts'
import { authorizationIn, deciderIn, pspReferenceIn, reversalsIn } from './story.ts'

/**
 * What must end without anyone asking for it: a payment that must not stand is cancelled until that is done, and an
 * approval that no shopper came back for is cancelled.
 */
export const cancelJob = (ctx: AdyenContext): DueWork => ({
  name: `cancel what must not stand at ${ctx.connector}`,
  ...claimDue(ctx, 'adyen.requests', { leaseMs: 60_000, only: `connector = '${ctx.connector}'` }),
  run: (id) => cancelDue(ctx, BigInt(id)),
})

async function cancelDue(ctx: AdyenContext, id: bigint): Promise<void> {
  const { authorization } = (await findEntryById(ctx, id))!
  await decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.id === id)!
    const decided = deciderIn(story)?.result
    // While the completion of a challenge is under way, its result decides.
    const goesOn = entry.kind === 'reverse' ? entry.result === null : decided === null
    const dueAt = goesOn ? ctx.clock.now().add(again) : null
    const isHeld = authorizationIn(story) !== undefined && pspReferenceIn(story) !== null
    const isUnwanted = isHeld && decided !== null && decided?.outcome !== 'approved' && reversalsIn(story).length === 0
    const stop = isUnwanted ? [planStop(ctx, story)] : []
    return { writes: planChanges(story, entry, { dueAt }, stop), value: undefined }
  })
  await reverseNow(ctx, authorization)
}
const again = { minutes: 15 }
