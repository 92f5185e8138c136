import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { DisputeEvent } from '../port.ts'
import type { AppliedWebhook } from '../processor.ts'
import type { AdyenContext } from './context.ts'
import { disputeReasonOf } from './dispute-reasons.ts'
import { againIfTaken, eventsOf, lastNumber } from './dispute-store.ts'
import { instantOf } from './receive-webhooks.ts'
import { touched } from './record.ts'
import { findByPspReference, findEntry, storyOf } from './store.ts'
import { authorizationIn } from './story.ts'
import { adyenUnits } from './units.ts'
import type { WebhookItem } from './webhook-item.ts'

type DisputeMeaning = 'takes' | 'returns' | 'takesForGood' | 'decides' | 'decidesForUs' | 'nothing'

/**
 * What Adyen's dispute webhooks mean for money (docs.adyen.com, "Dispute webhooks"). `takes`: it is deducted; `returns`: it
 * is credited again; `takesForGood`: it is deducted, and this was the last word; `decides`, `decidesForUs`: how an open
 * dispute has ended.
 */
const meanings: Readonly<Record<string, DisputeMeaning>> = {
  NOTIFICATION_OF_FRAUD: 'nothing',
  REQUEST_FOR_INFORMATION: 'nothing',
  NOTIFICATION_OF_CHARGEBACK: 'nothing',
  CHARGEBACK: 'takes',
  CHARGEBACK_REVERSED: 'returns',
  INFORMATION_SUPPLIED: 'nothing',
  ISSUER_COMMENTS: 'nothing',
  SECOND_CHARGEBACK: 'takesForGood',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'decides',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'decidesForUs',
  PREARBITRATION_OPEN: 'nothing',
  PREARBITRATION_DECLINED: 'nothing',
  PREARBITRATION_WON: 'decidesForUs',
  PREARBITRATION_ISSUER_WITHDRAWN: 'decidesForUs',
  PREARBITRATION_LOST: 'takesForGood',
  PREARBITRATION_ACCEPTED: 'takesForGood',
  SCHEME_ARBITRATION: 'nothing',
  SCHEME_ARBITRATION_WON: 'decidesForUs',
  SCHEME_ARBITRATION_LOST: 'takesForGood',
}

export const isDisputeEvent = (eventCode: string): boolean => Object.hasOwn(meanings, eventCode)

type Known = {
  round: number
  kind: DisputeEvent['kind']
  minor: bigint
  currency: Currency
  authorization: string
  happenedAt: Instant
}
type Next = { round: number; kind: DisputeEvent['kind'] }

/** Adds to our list of disputes what an item says, unless it is there. Of two at once one is planned again. */
export async function applyDispute(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const meaning = meanings[item.eventCode]!
  if (meaning === 'nothing') return { results: [], ignored: `${item.eventCode} moves no money` }
  const applied = await decide(async (): Promise<AppliedWebhook> => {
    const rows = await eventsOf(ctx, item.pspReference)
    const known = rows.map((row) => ({ ...row, authorization: row.authorization_key, happenedAt: row.happened_at }))
    const authorization = known[0]?.authorization ?? (await authorizationFor(ctx, item))
    if (authorization === undefined) return { results: [], ignored: 'it is about no payment of this connection' }
    const next = nextEvents(known, meaning, item)
    await commit(ctx, ctx.clock.now(), await planEvents(ctx, item, { known, authorization, next }), 'disputes')
    return { results: [] }
  })
  if (applied.ignored === undefined) await ctx.listGrown('disputes')
  return applied
}

/** The payment that is disputed, by Adyen's name of it or by our key. */
async function authorizationFor(ctx: AdyenContext, item: WebhookItem): Promise<string | undefined> {
  const { originalReference, merchantReference } = item
  const named = originalReference ? await findByPspReference(ctx, originalReference) : undefined
  const found = named ?? (merchantReference ? await findEntry(ctx, merchantReference) : undefined)
  return found?.authorization
}

/** @throws when it is about money that is not known to be taken: the webhook about that is still to come. */
function nextEvents(known: readonly Known[], meaning: DisputeMeaning, { eventCode, eventDate }: WebhookItem): Next[] {
  const at = instantOf(eventDate)
  const last = known.at(-1)
  const round = last?.round ?? 0
  const isOpen = last?.kind === 'opened'
  switch (meaning) {
    case 'takes':
      return known.length === 0 ? [{ round: 1, kind: 'opened' }] : []
    case 'takesForGood':
      if (!last) throw new Error(`${eventCode} has come before the chargeback`)
      if (isOpen) return [{ round, kind: 'lost' }]
      if (last.kind === 'lost') return []
      return [
        { round: round + 1, kind: 'opened' },
        { round: round + 1, kind: 'lost' },
      ]
    case 'decides':
    case 'returns':
    case 'decidesForUs':
      if (!last) throw new Error(`${eventCode} has come before the chargeback`)
      if (isOverturned(last, meaning, at)) return [{ round, kind: 'won' }]
      return isOpen ? [{ round, kind: meaning === 'decides' ? 'lost' : 'won' }] : []
    case 'nothing':
      return []
  }
}

/**
 * Money that is credited again after the dispute was lost: it is won after all. What happened before the loss, and is said
 * again or late, is about an earlier round.
 */
const isOverturned = (last: Known, meaning: DisputeMeaning, at: Instant | undefined): boolean =>
  last.kind === 'lost' && meaning !== 'decides' && at !== undefined && Temporal.Instant.compare(at, last.happenedAt) > 0

type Plan = { known: readonly Known[]; authorization: string; next: readonly Next[] }

/** Events have the numbers 1, 2, 3 … in the order of their commits, so that a reader of the list passes none by. */
async function planEvents(
  ctx: AdyenContext,
  item: WebhookItem,
  { known, authorization, next }: Plan,
): Promise<Write[]> {
  if (next.length === 0) return []
  const [last, story] = await Promise.all([lastNumber(ctx), storyOf(ctx, authorization)])
  const code = item.additionalData?.chargebackReasonCode
  const endsAt = item.additionalData?.defensePeriodEndsAt
  const rows = next.map(({ round, kind }, index) => {
    const opening = known.find((each) => each.round === round && each.kind === 'opened')
    return {
      connector: ctx.connector,
      number: last + 1n + BigInt(index),
      psp_reference: item.pspReference,
      round,
      authorization_key: authorization,
      kind,
      ...amountOf(item, opening, authorizationIn(story)?.currency),
      reason: disputeReasonOf(typeof code === 'string' ? code : ''),
      respond_by: kind === 'opened' && typeof endsAt === 'string' ? (instantOf(endsAt) ?? null) : null,
      happened_at: instantOf(item.eventDate) ?? ctx.clock.now(),
    }
  })
  return [insert('adyen.dispute_events', rows, { onDuplicate: againIfTaken }), ...touched(story)]
}

/** All events of one round have the amount of its opening, which is what was deducted. */
function amountOf(
  { amount }: WebhookItem,
  opening: Known | undefined,
  currency: Currency | undefined,
): { minor: bigint; currency: Currency } {
  if (opening) return { minor: opening.minor, currency: opening.currency }
  const disputed = amount && adyenUnits.read(amount.currency, amount.value)
  if (!disputed || disputed.currency !== currency) throw new Error('a chargeback is not in the currency of its payment')
  return { minor: disputed.minor, currency: disputed.currency }
}
