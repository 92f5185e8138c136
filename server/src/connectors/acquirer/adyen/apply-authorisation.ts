import { randomUUID } from 'node:crypto'
import type { AppliedWebhook } from '../processor.ts'
import { approved, isProven, type Outcome, threeDSecureOf } from './authorization-outcome.ts'
import type { AdyenContext } from './context.ts'
import { declined, reasonOfText } from './declines.ts'
import { decideStory, planEntry, touched } from './record.ts'
import { recordOutcome } from './record-outcome.ts'
import { finish, reverseNow } from './reverse.ts'
import { findByPspReference, findEntry, storyOf } from './store.ts'
import { authorizationIn, type Entry, reversalsIn, type Story, stateOf } from './story.ts'
import { adyenUnits } from './units.ts'
import type { WebhookItem } from './webhook-item.ts'

const notOurs: AppliedWebhook = { results: [], ignored: 'it is about no payment of this connection' }

/** The result of an authorization whose answer is lost, or the bank's approval after a challenge. */
export async function applyAuthorisation(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const story = await storyFor(ctx, item)
  const head = authorizationIn(story)
  if (!head) return notOurs
  const entry = story.findLast(({ kind }) => kind === 'completeChallenge') ?? head
  if (entry.result?.outcome === 'challenge' && !item.success)
    return { results: [], ignored: 'the shopper has not come back from the challenge' }
  const result = await recordOutcome(ctx, entry, outcomeOf(item, head, entry))
  const isOver = result?.outcome === 'approved' || result?.outcome === 'declined'
  return { results: isOver ? [{ key: entry.key, result }] : [] }
}

/** An authorization carries our key of it as its reference. */
async function storyFor(ctx: AdyenContext, { merchantReference }: WebhookItem): Promise<Story> {
  const found = merchantReference ? await findEntry(ctx, merchantReference) : undefined
  if (!found || found.key !== found.authorization) return []
  return storyOf(ctx, found.authorization)
}

/**
 * What is not proven is declined, as in a response. The proof is outside of what Adyen signs, and an account may have it
 * switched off: after a challenge the answer of `/payments/details` decides, and an approval that the shopper has not come
 * back from is only held.
 */
function outcomeOf(item: WebhookItem, head: Entry, entry: Entry): Outcome {
  const { success, pspReference, amount, additionalData = {}, reason } = item
  if (!success) return { result: declined(reasonOfText(reason ?? ''), { reference: pspReference }), holds: undefined }
  const isWhole = amount != null && adyenUnits.isSame(amount.currency, amount.value, head)
  if (!isWhole) return { result: declined('insufficient_funds'), holds: pspReference }
  const isChallenged = entry.kind === 'completeChallenge'
  const threeDSecure = threeDSecureOf(additionalData, { isChallenged })
  if (isProven(head, threeDSecure) || entry.result?.outcome === 'challenge')
    return { result: approved({ pspReference, additionalData, threeDSecure }), holds: pspReference }
  return { result: isChallenged ? undefined : declined('authentication_failed'), holds: pspReference }
}

/** Adyen's own limit for a challenge is over: nothing will come of the payment any more. */
export async function applyOfferClosed(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const story = await storyFor(ctx, item)
  const head = authorizationIn(story)
  if (!head) return notOurs
  for (const open of reversalsIn(story))
    if (open.result === null && open.route !== 'psp') await finish(ctx, open, { outcome: 'done', reference: open.key })
  if (head.result) return { results: [] }
  const result = await recordOutcome(ctx, head, { result: declined('authentication_failed'), holds: undefined })
  return { results: result ? [{ key: head.key, result }] : [] }
}

/**
 * An authorization was never captured, and its hold is over: it counts as reversed. Of one that was captured in part, the
 * rest had expired when it was captured.
 */
export async function applyExpiry(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const name = item.originalReference || item.pspReference
  const payment = (await findByPspReference(ctx, name)) ?? (await storyFor(ctx, item))[0]
  if (!payment) return notOurs
  const { authorization } = payment
  await decideStory(ctx, authorization, (story) => {
    if (stateOf(story) !== 'authorized') return { writes: [], value: undefined }
    const { minor, currency } = authorizationIn(story)!
    const result = { outcome: 'done' as const, reference: item.pspReference }
    const expired = planEntry(ctx, story, {
      ...{ key: randomUUID(), authorization, kind: 'reverse', minor, currency, result },
      isOurs: true,
      route: 'psp',
      isSent: false,
    })
    return { writes: [...touched(story), expired], value: undefined }
  })
  await reverseNow(ctx, authorization)
  return { results: [] }
}
