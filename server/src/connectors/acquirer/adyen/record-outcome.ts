import { randomUUID } from 'node:crypto'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { AuthorizeResult } from '../port.ts'
import type { Outcome } from './authorization-outcome.ts'
import { type AdyenContext, claimedWithin } from './context.ts'
import { declined } from './declines.ts'
import { decideStory, planChanges, planEntry, touched } from './record.ts'
import { reverseNow } from './reverse.ts'
import { authorizationIn, type Entry, isCarriedOut, reversalsIn, type Story } from './story.ts'

/**
 * Records what Adyen has said of an authorization, in its response or by webhook, and returns the result of the request
 * with this key; undefined while it has none. The first result stays. Whatever holds money and is no approval of ours is
 * cancelled: what was reversed meanwhile, what only a part was approved of, what was declined before the approval came.
 */
export async function recordOutcome(
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  outcome: Outcome,
): Promise<AuthorizeResult | undefined> {
  const { result, cancels } = await decideStory(ctx, authorization, (story) => {
    const entry = story.find((each) => each.key === key)
    if (!entry) throw new Error(`the request ${key} is not recorded`)
    const { writes, ...value } = planOutcome(ctx, story, entry, outcome)
    return { writes, value }
  })
  if (cancels) await reverseNow(ctx, authorization)
  return result
}

type Planned = { writes: Write[]; result: AuthorizeResult | undefined; cancels: boolean }

function planOutcome(ctx: AdyenContext, story: Story, entry: Entry, { result: outcome, holds }: Outcome): Planned {
  const known = (entry.result ?? undefined) as AuthorizeResult | undefined
  const isReversed = reversalsIn(story).some(({ result }) => result === null || result.outcome === 'done')
  if (known?.outcome === 'challenge' && outcome?.outcome === 'approved' && !isReversed) {
    // The shopper has confirmed it and may still come back. If not, the money is cancelled: no one claims it.
    const dueAt = entry.requestedAt.add(claimedWithin)
    return { writes: planChanges(story, entry, { pspReference: holds ?? null, dueAt }), result: known, cancels: false }
  }
  const result = known ?? (isReversed && outcome ? declined('rejected_by_processor') : outcome)
  const isOurs = result?.outcome === 'approved' || (result === undefined && !isReversed)
  // What was declined at once and said again is not approved by that.
  const isNew = known === undefined || outcome?.outcome === 'approved'
  const cancels = holds !== undefined && !isOurs && isNew && !isCancelledAtAdyen(story)
  const isUnderWay = reversalsIn(story).some((each) => each.result === null)
  const stop = cancels && !isUnderWay ? [planStop(ctx, story)] : []
  const changes = {
    ...(holds !== undefined && entry.pspReference === null && { pspReference: holds }),
    ...(known === undefined && result && { result }),
  }
  if (Object.keys(changes).length > 0) return { writes: planChanges(story, entry, changes, stop), result, cancels }
  return { writes: stop.length > 0 ? [...touched(story), ...stop] : [], result, cancels }
}

/** Adyen has cancelled it, or is about to under its own name of it, which ends it whatever it was. */
const isCancelledAtAdyen = (story: Story): boolean =>
  reversalsIn(story).some((each) => isCarriedOut(each) || (each.result === null && each.route === 'psp'))

/** A reversal that the connector requests by itself, until it is done. */
export function planStop(ctx: AdyenContext, story: Story): Write {
  const { authorization, minor, currency } = authorizationIn(story)!
  return planEntry(ctx, story, {
    ...{ key: randomUUID(), authorization, kind: 'reverse', minor, currency },
    isOurs: true,
    isSent: false,
    dueAt: ctx.clock.now(),
  })
}
