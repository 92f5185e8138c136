import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { AuthorizeResult, ModificationResult } from '#connectors/acquirer/acquirer.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { applyAuthorizationResult, keepsCard } from './apply-authorization-result.ts'
import { inquiriesMax, type PaymentsContext, resolveAfter, resultIfReceived } from './context.ts'
import { applyModificationResult, type FinalResult, sendModification } from './modification.ts'
import { applyPayoutResult, sendPayout } from './pay-out.ts'
import type { Payment } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import { recordVoidIntent } from './reverse-payment.ts'
import type { Changes } from './row.ts'
import { getPayment } from './store.ts'
import { amendPayment, transitionPayment } from './transition-payment.ts'

/**
 * Goes on with a payment whose time has come: an answer was lost, a process died between promise and settle, a shopper
 * never came back from their bank, an authorization was never captured. We ask what became of the ask and never guess;
 * what the acquirer cannot say is reversed under our own key, so that an ask that is still on its way cannot act later.
 */
export async function resolvePayment(ctx: PaymentsContext, id: PaymentId): Promise<void> {
  const payment = await getPayment(ctx.db, id)
  if (!isDue(ctx, payment)) return
  if (payment.type === 'credit') return resolvePayout(ctx, payment)
  switch (payment.status) {
    case 'authorizing':
    case 'uncertain':
      return resolveAuthorization(ctx, payment)
    case 'reversing':
      return resolveReversal(ctx, payment)
    case 'challenging':
      return abandon(ctx, payment)
    case 'authorized':
      return letGo(ctx, payment)
    case 'capturing':
    case 'voiding':
    case 'cancelling':
    case 'refunding':
      return resolveModification(ctx, payment)
    default:
      await amend(ctx, payment, { dueAt: undefined })
  }
}

type NotFound = AuthorizeResult | ModificationResult | { outcome: 'not_found' }

async function resolveAuthorization(ctx: PaymentsContext, payment: Payment): Promise<void> {
  const inquiry = await resultIfReceived<NotFound>(ctx.acquirer.inquire(payment.request!.key))
  switch (inquiry?.outcome) {
    case 'approved':
    case 'declined':
    case 'challenge':
      await applyAuthorizationResult(ctx, payment, inquiry as AuthorizeResult)
      return
    case 'not_found':
      return reverse(ctx, payment)
    default:
      if (payment.dueTries >= triesBeforeReversal && inquiry?.outcome !== 'pending') return reverse(ctx, payment)
      return payment.status === 'authorizing'
        ? step(ctx, payment, 'loseResponse', later(ctx, payment))
        : waitLonger(ctx, payment)
  }
}

/** Nobody can vouch for the ask: it is taken back by our key, whether it ever arrived or not. */
async function reverse(ctx: PaymentsContext, payment: Payment): Promise<void> {
  if (payment.status === 'authorizing') await step(ctx, payment, 'loseResponse', { dueAt: ctx.clock.now() })
  const uncertain = await getPayment(ctx.db, payment.id)
  if (uncertain.status !== 'uncertain' || uncertain.request?.key !== payment.request?.key) return
  const request = { key: randomUUID(), kind: 'reverse' as const, minor: payment.amount.minor }
  await step(ctx, uncertain, 'reverse', { request, dueAt: ctx.clock.now().add(resolveAfter), dueTries: 0 })
  return resolveReversal(ctx, await getPayment(ctx.db, payment.id))
}

/** Asks for the reversal (again: its key makes that harmless) until it is answered. */
async function resolveReversal(ctx: PaymentsContext, payment: Payment): Promise<void> {
  if (payment.status !== 'reversing') return
  const { request, amount, key, reference } = payment
  const reversal = { key: request!.key, kind: 'reverse' as const, amount, authorization: key, reference }
  const result = await resultIfReceived<ModificationResult>(ctx.acquirer.modify(reversal))
  if (result?.outcome === 'done') return step(ctx, payment, 'reversed', endedBy(payment))
  if (result?.outcome !== 'declined') return waitLonger(ctx, payment)
  // It cannot be reversed: either there is nothing to reverse, or the money is taken and the payment stands after all.
  const inquiry = await resultIfReceived<NotFound>(ctx.acquirer.inquire(key))
  switch (inquiry?.outcome) {
    case 'approved':
      await applyAuthorizationResult(ctx, payment, inquiry)
      return
    case 'declined':
    case 'not_found':
      return step(ctx, payment, 'reversed', endedBy(payment))
    default:
      return waitLonger(ctx, payment)
  }
}

/**
 * An ask that never arrived is made again under its own key, for as long as it takes: if it was only slow, it is still
 * one ask. To take it for refused would be a guess, and it could still act after that.
 */
async function resolveModification(ctx: PaymentsContext, payment: Payment): Promise<void> {
  const inquiry = await resultIfReceived<NotFound>(ctx.acquirer.inquire(payment.request!.key))
  if (inquiry?.outcome === 'done' || inquiry?.outcome === 'declined') {
    await applyModificationResult(ctx, payment, inquiry satisfies FinalResult)
    return
  }
  await waitLonger(ctx, payment)
  if (inquiry?.outcome !== 'not_found') return
  const current = await getPayment(ctx.db, payment.id)
  if (current.request?.key === payment.request?.key) await sendModification(ctx, current)
}

/**
 * A payout whose fate nobody can tell is neither reversed nor taken for declined: the customer may have the money already,
 * or get it yet. One that never arrived is sent again under its own key, while acquirers surely remember keys; after that
 * "never heard of it" may mean that it was forgotten, and a person must ask.
 */
async function resolvePayout(ctx: PaymentsContext, payment: Payment): Promise<void> {
  const inquiry = await resultIfReceived<NotFound>(ctx.acquirer.inquire(payment.key))
  switch (inquiry?.outcome) {
    case 'done':
    case 'declined':
      await applyPayoutResult(ctx, payment, inquiry satisfies FinalResult)
      return
    case 'not_found':
      return sendAgain(ctx, payment)
    default:
      if (!inquiry) await applyPayoutResult(ctx, payment, undefined)
      await waitLonger(ctx, await getPayment(ctx.db, payment.id))
  }
}

async function sendAgain(ctx: PaymentsContext, payment: Payment): Promise<void> {
  const { clock, log } = ctx
  if (Temporal.Instant.compare(clock.now(), payment.createdAt.add(keyIsKnownFor)) >= 0) {
    log.error({ payment: String(payment.id) }, 'the acquirer does not know this payout any more; a person must ask')
    return amend(ctx, payment, { dueAt: undefined, dueTries: inquiriesMax + 1 })
  }
  await waitLonger(ctx, payment)
  const current = await getPayment(ctx.db, payment.id)
  if (current.request?.key === payment.request?.key) await sendPayout(ctx, current)
}
/** Acquirers keep the keys of asks for a day at least. */
const keyIsKnownFor = { hours: 24 }

/** The shopper did not come back from their bank: no money moved, and a late return finds the attempt ended. */
const abandon = (ctx: PaymentsContext, payment: Payment): Promise<void> =>
  step(ctx, payment, 'abandon', {
    ...endedBy(payment),
    challenge: undefined,
    declineReason: 'authentication_failed',
  })

/** Nobody captured it in its time. Who captures it at this very moment was quicker. */
async function letGo(ctx: PaymentsContext, { id }: Payment): Promise<void> {
  const recorded = await decide(async () => {
    const payment = await getPayment(ctx.db, id)
    if (payment.status !== 'authorized' || !isDue(ctx, payment)) return undefined
    return recordVoidIntent(ctx, ctx.clock.now(), payment, undefined)
  })
  if (recorded) await sendModification(ctx, recorded)
}

const step = async (ctx: PaymentsContext, payment: Payment, action: PaymentAction, changes: Changes): Promise<void> => {
  const transition = await decide(async () => {
    const current = await getPayment(ctx.db, payment.id)
    if (current.status !== payment.status || current.request?.key !== payment.request?.key) return undefined
    const now = ctx.clock.now()
    const { writes, payment: after } = transitionPayment(now, current, action, changes)
    await commit(ctx, now, writes)
    return after
  })
  if (transition?.status === 'failed' && payment.storesToken) await ctx.vault.delete(payment.storesToken)
}

const waitLonger = (ctx: PaymentsContext, payment: Payment): Promise<void> => amend(ctx, payment, later(ctx, payment))

const amend = (ctx: PaymentsContext, payment: Payment, changes: Changes): Promise<void> =>
  decide(async () => {
    const current = await getPayment(ctx.db, payment.id)
    if (current.status !== payment.status || current.request?.key !== payment.request?.key) return
    const amended = amendPayment(current, changes)
    await commit(ctx, ctx.clock.now(), amended.writes)
  })

/** When to look again: soon at first, then hourly; at last never, with an alarm for a person. */
function later({ clock, log }: PaymentsContext, payment: Payment): Changes {
  const dueTries = payment.dueTries + 1
  if (dueTries > inquiriesMax) {
    log.error(
      { payment: String(payment.id), status: payment.status },
      'the acquirer cannot say what became of this payment; a person must ask',
    )
    return { dueTries, dueAt: undefined }
  }
  const waitMinutes = waitsMinutes[Math.min(payment.dueTries, waitsMinutes.length - 1)]!
  return { dueTries, dueAt: clock.now().add({ minutes: waitMinutes }) }
}
const waitsMinutes = [1, 1, 2, 5, 15, 30, 60]
/** Almost five hours of asking in vain. */
const triesBeforeReversal = 10

const isDue = ({ clock }: PaymentsContext, { dueAt }: Payment): boolean =>
  dueAt !== undefined && Temporal.Instant.compare(dueAt, clock.now()) <= 0

/** Nobody is awaited any more, and nothing is due. */
const endedBy = (payment: Payment): Changes => ({
  request: undefined,
  dueAt: undefined,
  dueTries: 0,
  ...keepsCard(payment),
})
