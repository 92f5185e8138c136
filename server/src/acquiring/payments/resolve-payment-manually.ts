import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { Declined } from '#connectors/acquirer/port.ts'
import type { ResultByHand } from '#connectors/acquirer/processor.ts'
import type { Author, SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { type ApprovedFacts, planAuthorizationResult } from './apply-authorization-result.ts'
import { audited } from './audited.ts'
import { planCancelResult } from './cancel-payment.ts'
import { planCaptureResult } from './capture-payment.ts'
import type { PaymentsContext } from './context.ts'
import { inquireAboutCapture } from './fail-capture.ts'
import { awaiting } from './payment.ts'
import { keepPlannedInquiries, triesOfInquiryNow } from './planned-inquiries.ts'
import { requireInquirable, requireUncertain, requireUnresolved } from './possible-actions.ts'
import type { FinalResult } from './record-result.ts'
import { planRefundResult } from './refund-payment.ts'
import { inquireAfterwards } from './reinstate-refund.ts'
import { requireTransaction } from './require-transaction.ts'
import { ended, resolvePayment, resolveReversal } from './resolve-payment.ts'
import type { Payment, Refund, Transaction } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import { amendTransaction, type Transition } from './transition-transaction.ts'
import { planVoidResult } from './void-payment.ts'

/** What the acquirer told an operator about a request: that it was carried out, under this reference, or that it was not. */
export type ManualResult =
  | { isApproved: true; reference: string; authorizationCode?: string | undefined }
  | { isApproved: false }

type Named = {
  by: Author
  siteId: SiteId
  paymentId: PaymentId
  /** Written with it, such as an idempotency key. */
  once?: (() => readonly Write[]) | undefined
}

/**
 * Records the result of a request that the acquirer has told an operator, where no inquiry has found it: of an
 * authorization, a capture, a void, a cancellation or a refund. Refuses with `payment_not_unresolved` what awaits none,
 * and with `result_still_awaited` what was requested just now.
 */
export async function resolvePaymentManually(
  ctx: PaymentsContext,
  { by, siteId, paymentId, once, result }: Named & { result: ManualResult },
): Promise<Transaction> {
  const { transition, deleteToken } = await decide(async () => {
    const found = await requireTransaction(ctx.db, siteId, paymentId)
    const now = ctx.clock.now()
    requireUnresolved(found, now)
    const planned = await planResult(ctx, now, found, result)
    const after = {
      status: planned.transition.transaction.status,
      result: result.isApproved ? 'approved' : 'declined',
      ...(result.isApproved && { reference: result.reference }),
    }
    const entry = audited(now, by, found, { action: 'paymentResolvedManually', after })
    const atConnector = await ctx.planResultByHand(
      found.connector,
      found.request?.key ?? found.key,
      byHand(found, result),
    )
    const writes = [...planned.transition.writes, ...atConnector, entry, ...(once?.() ?? [])]
    await commit(ctx, now, writes, 'resolve-payment-manually')
    return planned
  })
  if (deleteToken) await ctx.vault.delete(deleteToken)
  return transition.transaction
}

/** A reversal that was requested by its own key is none of the authorization's. */
const byHand = ({ status }: Transaction, result: ManualResult): ResultByHand => {
  if (!result.isApproved) return { isDone: false }
  const { reference, authorizationCode } = result
  return {
    isDone: true,
    isAuthorization: status === 'authorizing' || status === 'uncertain',
    reference,
    authorizationCode,
  }
}

type Planned = { transition: Transition<Payment> | Transition<Refund>; deleteToken?: VaultToken | undefined }

async function planResult(
  ctx: PaymentsContext,
  now: Instant,
  found: Payment | Refund,
  result: ManualResult,
): Promise<Planned> {
  if (found.type === 'refund') return { transition: await planRefundResult(ctx, now, found, finalOf(found, result)) }
  switch (found.status) {
    case 'capturing':
      return { transition: await planCaptureResult(ctx, now, found, finalOf(found, result)) }
    case 'voiding':
      return { transition: await planVoidResult(ctx, now, found, finalOf(found, result)) }
    case 'cancelling':
      return { transition: await planCancelResult(ctx, now, found, finalOf(found, result)) }
    case 'reversing':
      if (!result.isApproved)
        return { transition: transitionPayment(now, found, 'reversed', ended(found)), deleteToken: found.storesToken }
      break
    default:
  }
  const authorization = result.isApproved ? approvedFacts(result) : declinedFacts(found)
  return planAuthorizationResult(ctx, now, found, { result: authorization, card: undefined })
}

const finalOf = (found: Transaction, result: ManualResult): FinalResult =>
  result.isApproved ? { outcome: 'done', reference: result.reference } : declinedFacts(found)

const declinedFacts = ({ reference }: Transaction): Declined => ({
  outcome: 'declined',
  reason: 'rejected_by_processor',
  reference,
  checks: undefined,
})

/** What a person learns by telephone: the checks and the network's id stay unknown. */
const approvedFacts = ({
  reference,
  authorizationCode,
}: Extract<ManualResult, { isApproved: true }>): ApprovedFacts => ({
  outcome: 'approved',
  reference,
  authorizationCode,
  networkTransactionId: undefined,
  checks: undefined,
  threeDSecure: undefined,
})

/**
 * Reverses an uncertain authorization by our own key, before the worker would, so that it cannot act later. It has failed
 * once the acquirer has confirmed that.
 */
export async function giveUpPayment(
  ctx: PaymentsContext,
  { by, siteId, paymentId, once }: Named,
): Promise<Transaction> {
  const reversing = await decide(async () => {
    const found = await requireTransaction(ctx.db, siteId, paymentId)
    requireUncertain(found)
    const now = ctx.clock.now()
    const request = { key: randomUUID(), kind: 'reverse' as const, minor: found.amount.minor }
    const { transaction, writes } = transitionPayment(now, found, 'reverse', awaiting(now, request))
    const entry = audited(now, by, found, { action: 'paymentGivenUp', amount: found.amount })
    await commit(ctx, now, [...writes, entry, ...(once?.() ?? [])], 'resolve-payment-manually')
    return transaction
  })
  await resolveReversal(ctx, reversing)
  return requireTransaction(ctx.db, siteId, paymentId)
}

/**
 * Inquires now about a request whose result is awaited, also when the worker has given up on it, or about a refund or a
 * capture that was done, which may have come back or failed without a message. Without a response the
 * planned inquiries, and with them the moment of the reversal, stay as they were.
 */
export async function inquireNow(ctx: PaymentsContext, { by, siteId, paymentId, once }: Named): Promise<Transaction> {
  const planned = await decide(async () => {
    const found = await requireTransaction(ctx.db, siteId, paymentId)
    const now = ctx.clock.now()
    requireInquirable(found, now)
    const entry = audited(now, by, found, { action: 'inquiryRequested' })
    if (!found.request) {
      await commit(ctx, now, [entry, ...(once?.() ?? [])], 'resolve-payment-manually')
      return found
    }
    const { writes } = amendTransaction(found, { dueAt: now, dueTries: triesOfInquiryNow(found, now) })
    await commit(ctx, now, [...writes, entry, ...(once?.() ?? [])], 'resolve-payment-manually')
    return found
  })
  if (!planned.request) {
    await (planned.type === 'refund' ? inquireAfterwards(ctx, planned) : inquireAboutCapture(ctx, planned))
    return requireTransaction(ctx.db, siteId, paymentId)
  }
  await resolvePayment(ctx, paymentId)
  await keepPlannedInquiries(ctx, planned)
  return requireTransaction(ctx.db, siteId, paymentId)
}
