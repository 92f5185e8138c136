import { type AuthorizeResult, type DeclineReason, type InquiryResult, NoResponse } from '../port.ts'
import { type CardRequest, messageFor } from './card-request.ts'
import { type HostContext, joined } from './context.ts'
import { deliver, deliverSoon } from './deliver.ts'
import { exchange } from './exchange.ts'
import { takesCryptograms, wantsCardAgain } from './host-capabilities.ts'
import type { Profile } from './profile.ts'
import { declined } from './read-response.ts'
import { recordOnce } from './record.ts'
import { overdueAfterMs } from './repeats.ts'
import { findEntry, storyOf } from './store.ts'
import { type Facts, stateOf } from './story.ts'

/**
 * Authorizes at the host. The request and its message are committed before it is sent, and it is sent once: when no
 * response comes in time, its reversal is committed and sent, and it is declined when the host has confirmed that.
 */
export const authorize = (ctx: HostContext, request: CardRequest): Promise<AuthorizeResult> =>
  joined(ctx.underWay, `request ${request.key}`, async () => {
    const { key } = request
    if (await findEntry(ctx.db, ctx.connector, key)) return resultOf(ctx, key)
    const { profile } = await ctx.credentials()
    const reason = whyNot(request, profile)
    if (reason) {
      await record(ctx, request, { profile, reason })
      return resultOf(ctx, key)
    }
    const turn = await ctx.host.turn()
    try {
      const { pan } = request.card
      const until = ctx.clock.now().add({ hours: 24 * profile.keepCardDays })
      // Kept before the row is there: a row whose number is lost could not be reversed. Nothing follows a verification.
      if (request.kind !== 'verify' && wantsCardAgain(profile)) await ctx.cards.keep({ id: key, pan, until })
      const { entry, isNew } = await record(ctx, request, { profile })
      // Otherwise another process is sending it.
      if (isNew && !entry.result) await exchange(ctx, request, { profile, turn })
    } finally {
      turn.end()
    }
    return resultOf(ctx, key)
  })

/** What is declined without the host. */
function whyNot(request: CardRequest, profile: Profile): DeclineReason | undefined {
  const { amount, kind, card, initiator, authentication } = request
  const { min, max } = profile.amounts
  if (!profile.currencies.some((currency) => currency === amount.currency)) return 'rejected_by_processor'
  if (!profile.messages[messageFor(profile, kind)]) return 'rejected_by_processor'
  if (kind !== 'verify' && (amount.minor < min || amount.minor > max)) return 'rejected_by_processor'
  // The host has no page on which a cardholder could authenticate.
  if (authentication === 'required') return 'authentication_required'
  if (initiator.type === 'mit' && initiator.networkTransactionId === '') return 'rejected_by_processor'
  return card.wallet?.cryptogram && !takesCryptograms(profile) ? 'rejected_by_processor' : undefined
}

function record(
  ctx: HostContext,
  request: CardRequest,
  { profile, reason }: { profile: Profile; reason?: DeclineReason },
) {
  const { key, kind, amount } = request
  const { minor, currency } = amount
  return recordOnce(ctx, { key, authorization: key }, (story) => {
    const why = reason ?? (stateOf(story).is === 'unknown' ? undefined : 'rejected_by_processor')
    const entry = { kind, minor, currency, facts: factsOf(request) }
    if (why) return { entry: { ...entry, result: declined(why) } }
    const message = {
      id: key,
      request: key,
      kind: messageFor(profile, kind),
      terminal: profile.terminal,
      minor,
      currency,
    }
    return { entry, messages: [{ ...message, dueInMs: overdueAfterMs(profile) }] }
  })
}

const factsOf = ({ card, descriptor, merchant, subMerchantId }: CardRequest): Facts => ({
  expiry: `${String(card.expiryYear % 100).padStart(2, '0')}${String(card.expiryMonth).padStart(2, '0')}`,
  category: merchant?.category,
  country: merchant?.country,
  descriptor,
  subMerchant: subMerchantId,
})

/**
 * The result that is recorded. A payment without one is being reversed, or will be when it is overdue.
 * @throws NoResponse when that is not confirmed yet.
 */
async function resultOf(ctx: HostContext, key: string): Promise<AuthorizeResult> {
  const known = (await findEntry(ctx.db, ctx.connector, key))?.result ?? (await afterReversal(ctx, key))
  if (known?.outcome === 'declined') await afterDecline(ctx, key)
  if (known?.outcome === 'approved') deliverSoon(ctx, key)
  if (known?.outcome === 'approved' || known?.outcome === 'declined') return known
  if (known?.outcome === 'failed') return declined('rejected_by_processor', known.reference)
  throw new NoResponse('the host has not responded in time; the payment is reversed', { because: 'timeout' })
}

/** The card's number is kept as long as a reversal may need it. */
async function afterDecline(ctx: HostContext, key: string): Promise<void> {
  const { messages } = await storyOf(ctx.db, ctx.connector, key)
  if (messages.some(({ status }) => status === 'open')) deliverSoon(ctx, key)
  else await ctx.cards.forget(key)
}

async function afterReversal(ctx: HostContext, key: string): Promise<InquiryResult | null | undefined> {
  await deliver(ctx, key).catch((error: unknown) => {
    if (!(error instanceof NoResponse)) throw error
  })
  return (await findEntry(ctx.db, ctx.connector, key))?.result
}
