import { isApproval } from '#connectors/network/message.ts'
import type { DeclineReason, PayOutRequest, PayOutResult } from '../port.ts'
import { declined, isAllowed } from './authorize.ts'
import type { FoundCard, OnUsContext } from './context.ts'
import { authorizationMessage, resultOf } from './network-messages.ts'
import { type NewEntry, recordOnce, recordResult } from './record.ts'
import { planMessage, sendMessage } from './send-message.ts'
import { type Entry, type Story, stateOf } from './story.ts'

/**
 * Sends money to a card that we have issued: an original credit. The issuer says first whether the card takes it, and the
 * message by which it is booked is committed with that result, so that it follows once, whatever dies in between.
 */
export async function payOut(ctx: OnUsContext, request: PayOutRequest): Promise<PayOutResult> {
  const { key, card } = request
  // Of a stored card: one with a number that was reissued is about the card in its place.
  const reference = await ctx.issuer().findCard({ number: card.pan, cvv2: undefined, byMerchant: true })
  const { entry } = await recordOnce(ctx, { key, authorization: key }, async (story) => ({
    entry: entryOf(request, { story, reference }),
  }))
  const result = entry.result ?? (await decided(ctx, entry))
  if (result.outcome === 'done') await sendMessage(ctx, key)
  return result.outcome === 'done' || result.outcome === 'declined' ? result : declined('rejected_by_processor')
}

type Planning = { story: Story; reference: FoundCard | undefined }

function entryOf(request: PayOutRequest, { story, reference }: Planning): NewEntry {
  const { key, amount, card, descriptor } = request
  const reason = whyNot(request, { story, reference })
  return {
    key,
    authorization: key,
    kind: 'payout',
    minor: amount.minor,
    currency: amount.currency,
    cardId: reference?.id ?? null,
    facts: {
      merchant: { id: descriptor.slice(0, 15), name: descriptor },
      expiry: `${String(card.expiryYear % 100).padStart(2, '0')}${String(card.expiryMonth).padStart(2, '0')}`,
      cvv2: 'notSent',
      // A merchant may have the date of the card before.
      recurring: true,
    },
    result: reason ? declined(reason) : null,
  }
}

function whyNot({ amount }: PayOutRequest, { story, reference }: Planning): DeclineReason | undefined {
  if (stateOf(story).is !== 'unknown') return 'rejected_by_processor'
  if (!reference) return 'provider_error'
  return isAllowed(amount) ? undefined : 'rejected_by_processor'
}

async function decided(ctx: OnUsContext, entry: Entry) {
  const response = await ctx.issuer().network.send(authorizationMessage(entry, entry, undefined))
  const answer = resultOf(entry, response, 'none')
  const { reference = `onus-${entry.stan}` } = answer
  return recordResult(ctx, entry, () =>
    isApproval(response.code) && answer.outcome === 'approved'
      ? { result: { outcome: 'done', reference }, also: [planMessage(ctx.clock.now(), entry, 'refund')] }
      : { result: answer },
  )
}
