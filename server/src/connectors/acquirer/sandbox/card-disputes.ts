import type { Clock, Instant } from '#kernel/base/clock.ts'
import { subtract } from '#kernel/base/money.ts'
import type { DisputePage, RequestKey } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { decideDispute, NoDispute, openDispute } from './decide-dispute.ts'
import { type DisputeEntry, isAuthorization, isDispute, type SandboxRecord, type Story } from './record.ts'
import { disputeKeyOf } from './request-trail.ts'
import { respondByOf } from './respond-to-dispute.ts'
import { disputeReasonOf } from './test-cards.ts'

type SandboxContext = { record: SandboxRecord; clock: Clock }

/** The dispute events behind a place, which is the number of the last event before them. */
export async function disputesSince(ctx: SandboxContext, place: string | undefined): Promise<DisputePage> {
  await disputeByThemselves(ctx)
  const number = /^\d{1,18}$/.test(place ?? '') ? BigInt(place!) : 0n
  const entries = await ctx.record.disputesAfter(number, perPage)
  return {
    place: String(entries.at(-1)?.number ?? number),
    events: entries.map(({ key, authorization, amount, result: { outcome, dispute, reason }, requestedAt }) => ({
      id: key,
      dispute,
      authorization,
      kind: outcome,
      amount,
      reason,
      at: requestedAt,
      ...(outcome === 'opened' && { respondBy: respondByOf(requestedAt) }),
    })),
  }
}
const perPage = 100

/** Some cards dispute by themselves: records what is due by the clock, before events are listed. */
export async function disputeByThemselves(ctx: SandboxContext): Promise<void> {
  const since = ctx.clock.now().subtract({ hours: 24 * forgottenAfterDays })
  for (const authorization of await ctx.record.toBeDisputed(since)) await goOn(ctx, authorization)
}
/** A payment of such a card that was never captured is checked no longer than this. */
const forgottenAfterDays = 90

async function goOn(ctx: SandboxContext, authorization: RequestKey): Promise<void> {
  const story = await ctx.record.story(authorization)
  const outcome = story.filter(isAuthorization).find(({ disputedAs }) => disputedAs)!.disputedAs!
  try {
    const opened = await beginning(ctx, story, { authorization, outcome })
    const at = opened?.requestedAt.add({ hours: 24 * decidedAfterDays })
    if (!opened || !at || isYetToCome(ctx, at)) return
    const { dispute } = opened.result
    await decideDispute(ctx, { authorization, dispute, outcome, key: disputeKeyOf(authorization, 'end'), at })
  } catch (error) {
    // The payment was disputed whole on the sandbox page meanwhile, or its dispute was decided there.
    if (!(error instanceof NoDispute)) throw error
  }
}

/** The dispute that this card opens by itself, if it is time for it. */
async function beginning(
  ctx: SandboxContext,
  story: Story,
  { authorization, outcome }: { authorization: RequestKey; outcome: 'won' | 'lost' },
): Promise<DisputeEntry | undefined> {
  const key = disputeKeyOf(authorization, 'beginning')
  const known = story.filter(isDispute).find((entry) => entry.key === key)
  const state = stateAt(story, ctx.clock.now())
  if (known || state.is !== 'captured') return known
  const at = state.capturedAt.add({ hours: 24 * openedAfterDays })
  if (isYetToCome(ctx, at)) return undefined
  const amount = subtract(subtract(state.amount, state.refunded), state.disputed)
  return openDispute(ctx, { authorization, amount, reason: disputeReasonOf(outcome), key, at })
}

const isYetToCome = ({ clock }: SandboxContext, at: Instant): boolean => Temporal.Instant.compare(clock.now(), at) < 0

const openedAfterDays = 5
const decidedAfterDays = 10
