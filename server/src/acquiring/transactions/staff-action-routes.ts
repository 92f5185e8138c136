import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import {
  capturePayment,
  giveUpPayment,
  inquireNow,
  type ManualResult,
  type PaymentsContext,
  resolvePaymentManually,
  reversePayment,
} from '#acquiring/payments'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  waitingShape,
  waitsFor,
} from '#core/access'
import type { Ref } from '#kernel/db/commit/commit.ts'
import { amount, amountIn, id, oneOf, optional, text } from '#kernel/http/field.ts'
import { paymentInScope } from './payment-in-scope.ts'
import { type ByHandContext, refundByHand } from './refund-by-hand.ts'
import { refuse } from './refusals.ts'
import { paymentRecord, paymentShape } from './staff-wire.ts'

const params = z.object({ paymentId: id<PaymentId>('the id of a payment') })
const common = { method: 'POST', group: 'Payments', params, reply: paymentShape, repeated: 'stored' } as const
const textOf = (id: PaymentId | Ref): string | Ref => (typeof id === 'bigint' ? String(id) : id)

/** What is done to one payment by hand. What the acquirer declines changes nothing, and the reply shows that. */
export const paymentActionRoutes = (ctx: ByHandContext): StaffRoute[] => [
  captureRoute(ctx),
  voidRoute(ctx),
  refundRoute(ctx),
  resolveRoute(ctx),
  ...unresolvedRoutes(ctx),
]

const recoverIn = (ctx: PaymentsContext) => async (caller: StaffCaller, subjectId: string) =>
  paymentRecord(await paymentInScope(ctx, caller, BigInt(subjectId) as PaymentId))

const captureRoute = (ctx: PaymentsContext): StaffRoute =>
  staffRoute({
    ...common,
    path: '/payments/:paymentId/capture',
    operationId: 'capturePayment',
    summary: 'Capture an authorization, all of it or part',
    about: 'Once; the rest is released. The payment is `authorized` again when the acquirer has declined.',
    caller: 'staff',
    permission: 'captures:create',
    body: z.object({ amount: optional(amount('what to capture; all of it when left out,')), ...reasonField }),
    run: async (call) => {
      const found = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const captured = await capturePayment(ctx, {
        by: authorOf(call),
        siteId: found.siteId,
        paymentId: found.id,
        amount: call.body.amount && amountIn(call.body.amount, found.amount.currency),
        alongside: (paymentId) => call.once(String(paymentId)),
      })
      return paymentRecord(captured)
    },
    recover: recoverIn(ctx),
  })

const voidRoute = (ctx: PaymentsContext): StaffRoute =>
  staffRoute({
    ...common,
    path: '/payments/:paymentId/void',
    operationId: 'voidPayment',
    summary: 'Void an authorization, whole',
    caller: 'staff',
    permission: 'refunds:create',
    body: z.object(reasonField),
    run: async (call) => {
      const { siteId, id: paymentId } = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const voided = await reversePayment(ctx, {
        by: authorOf(call),
        siteId,
        paymentId,
        amount: undefined,
        only: 'void',
        alongside: (id) => call.once(textOf(id)),
      })
      return paymentRecord(voided)
    },
    recover: recoverIn(ctx),
  })

const refundRoute = (ctx: ByHandContext): StaffRoute =>
  staffRoute({
    ...common,
    path: '/payments/:paymentId/refund',
    operationId: 'refundPayment',
    summary: 'Refund a payment, all that is left or part',
    about:
      'The reply is the refund. All of a payment that is not settled yet is cancelled instead, which costs no fee: then it is the payment. Where `FLORIN_APPROVALS` asks for a second person, the reply is 202, and the same call refunds once it is approved.',
    caller: 'staff',
    permission: 'refunds:create',
    body: z.object({
      amount: optional(amount('what to refund; all that is left when left out,')),
      ...reasonField,
    }),
    accepted: waitingShape,
    run: async (call) => {
      const payment = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const { reversed, waits } = await refundByHand(ctx, {
        by: authorOf(call),
        payment,
        amount: call.body.amount && amountIn(call.body.amount, payment.amount.currency),
        once: call.once,
      })
      return waits ? waitsFor(waits) : paymentRecord(reversed)
    },
    recover: recoverWaiting(ctx, recoverIn(ctx)),
  })

const resolveRoute = (ctx: PaymentsContext): StaffRoute =>
  staffRoute({
    ...common,
    path: '/payments/:paymentId/resolve',
    operationId: 'resolvePayment',
    summary: 'Record the result that the acquirer has given a person',
    about: 'Of the request whose result is awaited: an authorization, a capture, a void, a cancellation or a refund.',
    caller: 'operator',
    permission: 'payments:resolve',
    body: z.object({
      result: oneOf(['approved', 'declined']),
      reference: optional(text({ max: 100, what: "the acquirer's reference, of what was approved" })),
      authorizationCode: optional(text({ max: 20, what: "the bank's code, of an approved authorization" })),
      ...reasonField,
    }),
    run: async (call) => {
      const { siteId, id: paymentId } = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const result = readManualResult(call.body)
      const once = () => call.once(String(paymentId))
      return paymentRecord(await resolvePaymentManually(ctx, { by: authorOf(call), siteId, paymentId, result, once }))
    },
    recover: recoverIn(ctx),
  })

const unresolvedRoutes = (ctx: PaymentsContext): StaffRoute[] => [
  staffRoute({
    ...common,
    path: '/payments/:paymentId/give-up',
    operationId: 'giveUpPayment',
    summary: 'Give up an uncertain payment: reverse it by its own key',
    about: 'As the worker does after almost five hours. It has failed once the acquirer has confirmed the reversal.',
    caller: 'operator',
    permission: 'payments:resolve',
    body: z.object(reasonField),
    run: async (call) => {
      const { siteId, id: paymentId } = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const once = () => call.once(String(paymentId))
      return paymentRecord(await giveUpPayment(ctx, { by: authorOf(call), siteId, paymentId, once }))
    },
    recover: recoverIn(ctx),
  }),
  staffRoute({
    ...common,
    path: '/payments/:paymentId/inquire',
    operationId: 'inquirePayment',
    summary: 'Inquire now about a result that is awaited',
    about: 'Also when the worker has given up on it.',
    caller: 'operator',
    permission: 'payments:resolve',
    body: z.object(reasonField),
    run: async (call) => {
      const { siteId, id: paymentId } = await paymentInScope(ctx, call.caller, call.params.paymentId)
      const once = () => call.once(String(paymentId))
      return paymentRecord(await inquireNow(ctx, { by: authorOf(call), siteId, paymentId, once }))
    },
    recover: recoverIn(ctx),
  }),
]

/** Refuses an approval without the reference by which the acquirer finds it again. */
function readManualResult({
  result,
  reference,
  authorizationCode,
}: {
  result: 'approved' | 'declined'
  reference?: string | undefined
  authorizationCode?: string | undefined
}): ManualResult {
  if (result === 'declined') return { isApproved: false }
  if (reference === undefined) throw refuse('reference_missing', { field: 'reference' })
  return { isApproved: true, reference, authorizationCode }
}
