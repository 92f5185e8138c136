import type { PaymentId } from '#acquiring/ids'
import type { AuthorizeResult, FailedAfterwards, IncomingResult, ReverseResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { workAuthor } from '#core/directory'
import { derivedKey } from '#kernel/crypto/derived-key.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { applyAuthorizationResult, keepsCard } from './apply-authorization-result.ts'
import { recordCancelResult, sendCancel } from './cancel-payment.ts'
import { recordCaptureResult, sendCapture } from './capture-payment.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { failCapture } from './fail-capture.ts'
import { failReversal } from './fail-reversal.ts'
import { type AwaitedResult, beforeDone, inquire, reportsByMessage } from './inquire.ts'
import {
  changeDue,
  inquireAgainLater,
  isCutOff,
  isDue,
  triesBeforeReversal,
  waitForConnection,
  waitLonger,
} from './inquire-later.ts'
import { awaiting, noPendingRequest } from './payment.ts'
import type { PaymentAction } from './payment-states.ts'
import type { FinalResult } from './record-result.ts'
import { recordRefundResult, sendRefund } from './refund-payment.ts'
import { reinstateRefund } from './reinstate-refund.ts'
import { findByKey } from './reported-transactions.ts'
import type { Changes } from './row.ts'
import { findAwaiting, getPayment, getRefund, getTransaction } from './store.ts'
import { isPayment, type Payment, type Refund, type Transaction } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import { recordVoidIntent, recordVoidResult, sendVoid } from './void-payment.ts'

/**
 * Resolves a payment or a refund that is due: a response was lost, a process died between intent and result, a shopper
 * never returned from their bank, an authorization was never captured. Inquires about the result and guesses nothing;
 * an authorization that the acquirer cannot find is reversed by our own key, so that a request still on its way cannot
 * act later.
 */
export async function resolvePayment(ctx: PaymentsContext, id: PaymentId): Promise<void> {
  const found = await getTransaction(ctx.db, id)
  if ((found.type !== 'refund' && !isPayment(found)) || !isDue(ctx, found)) return
  if (found.request && (await isCutOff(ctx, found))) return waitForConnection(ctx, found)
  if (found.type === 'refund') return resolveFollowUp(ctx, found, refunding(ctx))
  const payment = found
  switch (payment.status) {
    case 'authorizing':
    case 'uncertain':
      return resolveAuthorization(ctx, payment)
    case 'reversing':
      return resolveReversal(ctx, payment)
    case 'challenging':
      return abandon(ctx, payment)
    case 'authorized':
      return voidLapsed(ctx, payment)
    default: {
      const followUp = followUpOf(ctx, payment)
      return followUp ? resolveFollowUp(ctx, payment, followUp) : changeDue(ctx, payment, { dueAt: undefined })
    }
  }
}

/**
 * The acquirer has the request and will decide. Where results come by message, its reference is the only sign of that.
 */
const isPending = (ctx: PaymentsContext, payment: Payment, inquiry: AwaitedResult | undefined): boolean =>
  inquiry?.outcome === 'pending' || (reportsByMessage(ctx, payment) && payment.reference !== undefined)

async function resolveAuthorization(ctx: PaymentsContext, payment: Payment): Promise<void> {
  const inquiry = await inquire(ctx, payment, payment.request!.key)
  switch (inquiry?.outcome) {
    case 'approved':
    case 'declined':
    case 'challenge':
      await applyAuthorizationResult(ctx, payment, inquiry as AuthorizeResult)
      return
    case 'not_found':
      return reverse(ctx, payment)
    default:
      if (payment.dueTries >= triesBeforeReversal && !isPending(ctx, payment, inquiry)) return reverse(ctx, payment)
      return payment.status === 'authorizing'
        ? step(ctx, payment, 'loseResponse', inquireAgainLater(ctx, payment))
        : waitLonger(ctx, payment)
  }
}

/**
 * Applies an incoming message of a connector about a payment's or a refund's request, as the resolver would apply
 * the result of an inquiry. A message changes nothing when its request is not awaited or was sent to another connector,
 * or when it says nothing final; but a refund that was done may come back, and a capture fail, at any time. The caller has
 * checked that the message is the connector's, and its shape with `readInquiryResult`. Returns whether the message was applied.
 */
export async function applyPaymentResult(
  ctx: PaymentsContext,
  connector: ConnectorId,
  { key, result }: IncomingResult,
): Promise<boolean> {
  const found = await findAwaiting(ctx.db, connector, key)
  const isApplied = found !== undefined && (await applyAwaitedResult(ctx, found, beforeDone(result)))
  // Another process may have recorded that it is done, just now or long ago.
  if (result.outcome === 'returned') return (await applyReturn(ctx, connector, key)) || isApplied
  return (result.outcome === 'failed' && (await applyFailure(ctx, connector, result))) || isApplied
}

async function applyAwaitedResult(ctx: PaymentsContext, found: Transaction, result: AwaitedResult): Promise<boolean> {
  if (found.type === 'refund') return applyFollowUpResult(found, refunding(ctx), result)
  if (!isPayment(found)) return false
  switch (found.status) {
    case 'authorizing':
    case 'uncertain':
      if (result.outcome !== 'approved' && result.outcome !== 'declined' && result.outcome !== 'challenge') return false
      await applyAuthorizationResult(ctx, found, result)
      return true
    case 'reversing':
      // A reversal that was declined needs to know more: the resolver finds it out.
      if (result.outcome !== 'done') return false
      await step(ctx, found, 'reversed', ended(found))
      return true
    default: {
      const followUp = followUpOf(ctx, found)
      return followUp ? applyFollowUpResult(found, followUp, result) : false
    }
  }
}

/** Money of a refund came back after it was done. A key of anything else changes nothing. */
async function applyReturn(ctx: PaymentsContext, connector: ConnectorId, key: string): Promise<boolean> {
  const refund = await findByKey(ctx.db, connector, key)
  return refund?.type === 'refund' ? reinstateRefund(ctx, refund) : false
}

/** What was done with a payment has failed after it was done. */
async function applyFailure(
  ctx: PaymentsContext,
  connector: ConnectorId,
  { authorization, request }: FailedAfterwards,
): Promise<boolean> {
  const payment = await findByKey(ctx.db, connector, authorization)
  if (!payment || !isPayment(payment)) return false
  return request === 'capture' ? failCapture(ctx, payment) : failReversal(ctx, payment)
}

async function applyFollowUpResult<T>(known: T, { record }: FollowUp<T>, result: AwaitedResult): Promise<boolean> {
  if (result.outcome !== 'done' && result.outcome !== 'declined') return false
  await record(known, result)
  return true
}

/** The acquirer does not know the result: reverses the authorization by our key, whether it ever arrived or not. */
async function reverse(ctx: PaymentsContext, payment: Payment): Promise<void> {
  if (payment.status === 'authorizing') await step(ctx, payment, 'loseResponse', { dueAt: ctx.clock.now() })
  const uncertain = await getPayment(ctx.db, payment.id)
  if (uncertain.status !== 'uncertain' || uncertain.request?.key !== payment.request?.key) return
  const key = derivedKey(ctx.keys, ['reverse', uncertain.request?.key ?? uncertain.key])
  const request = { key, kind: 'reverse' as const, minor: payment.amount.minor }
  await step(ctx, uncertain, 'reverse', awaiting(ctx.clock.now(), request))
  return resolveReversal(ctx, await getPayment(ctx.db, payment.id))
}

/** Requests the reversal (again: its key makes that harmless) until the payment is known to be reversed or to stand. */
export async function resolveReversal(ctx: PaymentsContext, payment: Payment): Promise<void> {
  if (payment.status !== 'reversing') return
  const { request, amount, key, reference } = payment
  const acquirer = ctx.connectors.get(payment.connector)
  const reversal = { key: request!.key, amount, authorization: key, reference }
  const result = await resultIfReceived<ReverseResult>(acquirer.reverse(reversal))
  if (result?.outcome === 'done') return step(ctx, payment, 'reversed', ended(payment))
  if (result?.outcome !== 'declined') return waitLonger(ctx, payment)
  // It cannot be reversed: either there is nothing to reverse, or the money is captured and the payment stands after
  // all.
  const inquiry = await inquire(ctx, payment, key)
  switch (inquiry?.outcome) {
    case 'approved':
      await applyAuthorizationResult(ctx, payment, inquiry)
      return
    case 'declined':
    case 'not_found':
      return step(ctx, payment, 'reversed', ended(payment))
    case 'challenge':
      // A request of ours that is still on its way could complete it. The declined key stays declined: the next try has
      // its own.
      return waitLonger(ctx, payment, {
        request: { ...request!, key: derivedKey(ctx.keys, ['reverse again', request!.key]) },
      })
    default:
      return waitLonger(ctx, payment)
  }
}

/** How the result of a capture, a void, a cancellation or a refund is recorded, and how it is requested again. */
type FollowUp<T> = {
  read(id: PaymentId): Promise<T>
  record(known: T, result: FinalResult): Promise<T>
  send(recorded: T): Promise<T>
}

const ofPayment = (
  ctx: PaymentsContext,
  record: (ctx: PaymentsContext, known: Payment, result: FinalResult) => Promise<Payment>,
  send: (ctx: PaymentsContext, recorded: Payment) => Promise<Payment>,
): FollowUp<Payment> => ({
  read: (id) => getPayment(ctx.db, id),
  record: (known, result) => record(ctx, known, result),
  send: (recorded) => send(ctx, recorded),
})

/** Undefined when the payment awaits no result of such a request. */
function followUpOf(ctx: PaymentsContext, { status }: Payment): FollowUp<Payment> | undefined {
  switch (status) {
    case 'capturing':
      return ofPayment(ctx, recordCaptureResult, sendCapture)
    case 'voiding':
      return ofPayment(ctx, recordVoidResult, sendVoid)
    case 'cancelling':
      return ofPayment(ctx, recordCancelResult, sendCancel)
    default:
      return undefined
  }
}

const refunding = (ctx: PaymentsContext): FollowUp<Refund> => ({
  read: (id) => getRefund(ctx.db, id),
  record: (known, result) => recordRefundResult(ctx, known, result),
  send: (recorded) => sendRefund(ctx, recorded),
})

/**
 * A request that never arrived is sent again under its own key, for as long as it takes: if it was only slow, it is
 * still one request. To treat it as declined would be a guess, and it could still act after that.
 */
async function resolveFollowUp<T extends Payment | Refund>(
  ctx: PaymentsContext,
  known: T,
  { read, record, send }: FollowUp<T>,
): Promise<void> {
  if (!known.request) return changeDue(ctx, known, { dueAt: undefined })
  const { key } = known.request
  const inquiry = await inquire(ctx, known, key)
  if (inquiry?.outcome === 'done' || inquiry?.outcome === 'declined') {
    await record(known, inquiry)
    return
  }
  await waitLonger(ctx, known)
  // Where results come by message, none reports that a request never arrived. Its key makes a second one harmless.
  const repeats = reportsByMessage(ctx, known) && known.dueTries < repeatsMax
  if (inquiry?.outcome !== 'not_found' && !repeats) return
  const current = await read(known.id)
  if (current.request?.key === key) await send(current)
}
/** About an hour, in which every acquirer still knows the key. */
const repeatsMax = 6

/** The shopper did not come back from their bank: no money moved, and a late return finds the attempt ended. */
const abandon = (ctx: PaymentsContext, payment: Payment): Promise<void> =>
  step(ctx, payment, 'abandon', {
    ...ended(payment),
    challenge: undefined,
    declineReason: 'authentication_failed',
  })

/** The name of the work that resolves what is due. */
export const resolvePaymentsName = 'resolve payments'

/** Voids an authorization that was not captured in its time, unless it is captured at this very moment. */
async function voidLapsed(ctx: PaymentsContext, { id }: Payment): Promise<void> {
  const recorded = await decide(async () => {
    const payment = await getPayment(ctx.db, id)
    if (payment.status !== 'authorized' || !isDue(ctx, payment)) return undefined
    const along = { by: workAuthor(resolvePaymentsName), reversal: undefined, alongside: () => [] }
    return recordVoidIntent(ctx, ctx.clock.now(), payment, undefined, along)
  })
  if (recorded) await sendVoid(ctx, recorded)
}

/** Transitions a payment that is still as it was read; otherwise another process was faster, and this does nothing. */
async function step(
  ctx: PaymentsContext,
  payment: Payment,
  action: PaymentAction,
  changes: Changes<Payment>,
): Promise<void> {
  const after = await decide(async () => {
    const current = await getPayment(ctx.db, payment.id)
    if (current.status !== payment.status || current.request?.key !== payment.request?.key) return undefined
    const now = ctx.clock.now()
    const { writes, transaction } = transitionPayment(now, current, action, changes)
    await commit(ctx, now, writes, 'resolve-payment')
    return transaction
  })
  if (after?.status === 'failed' && payment.storesToken) await ctx.vault.delete(payment.storesToken)
}

/** No result is awaited, nothing is due, and no card is stored. */
export const ended = (payment: Payment): Changes<Payment> => ({ ...noPendingRequest, ...keepsCard(payment) })
