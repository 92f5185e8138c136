import { z } from 'zod'
import {
  type Approval,
  type ApprovalId,
  approvalRecord,
  approvalShape,
  authorOf,
  reasonField,
  type StaffRoute,
  staffRoute,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { twoDecimals } from '#kernel/http/field.ts'
import type { App } from '../../app/compose.ts'
import { type FieldProblem, readFields, Unreadable } from '../field-problem.ts'
import { requireAllowed } from './allowed.ts'

/**
 * Does what was approved: the call that asked for it is made again, from what the approval has recorded, by its own route
 * with its own checks. The use case finds the approval by its number, so that it is used once, however often this is
 * called, and no other is asked for.
 */
export const carryOutRoute = (app: App, routes: () => readonly StaffRoute[]): StaffRoute =>
  staffRoute({
    group: 'Approvals',
    caller: 'staff',
    method: 'POST',
    path: '/approvals/:id/carry-out',
    operationId: 'carryOutApproval',
    summary: 'Do what was approved, as the person who asked for it',
    about:
      'The same call again, with the same fields: it is checked anew, and refused with what has changed when it is not what was approved. Once only. Not where `carryOut` of the approval is false.',
    permission: 'approvals:decide',
    params: z.object({ id: z.string() }),
    repeated: 'stored',
    body: z.object(reasonField),
    reply: approvalShape,
    run: async ({ caller, params, body, ip, requestId, once }) => {
      const { approvals, clock } = app
      const approval = await approvals.toCarryOut(approvalIdOf(params.id), caller.staff)
      const { id } = approval
      const call = callOf(approval)
      const route = call && routes().find(({ operationId }) => operationId === call.operationId)
      if (!route) throw new Error(`no route does what approval ${id} is for, ${approval.action}`)
      requireAllowed(caller, route, clock)
      const by = { ...caller, carriesOut: id }
      const fields = read(route, { params: call.params, body: { ...call.body, reason: body.reason } })
      try {
        await route.run({ ...fields, caller: by, query: {}, ip, requestId, once: () => once(String(id)) })
      } catch (error) {
        if (error instanceof Refusal && error.kind !== 'busy')
          await approvals.recordFailure({ by: authorOf({ caller, ip, body }), id, refusal: error })
        throw error
      }
      return approvalRecord(await approvals.get(id, caller.staff.scope))
    },
    recover: async ({ staff }, id) => approvalRecord(await app.approvals.get(approvalIdOf(id), staff.scope)),
  })

const approvalIdOf = (text: string): ApprovalId => readId<ApprovalId>(text) ?? (0n as ApprovalId)

function read(route: StaffRoute, sent: { params: unknown; body: unknown }): { params: unknown; body: unknown } {
  const problems: FieldProblem[] = []
  const params = readFields(route.params, sent.params, problems)
  const body = route.body ? readFields(route.body, sent.body, problems) : {}
  if (problems.length > 0) throw new Unreadable(problems)
  return { params, body }
}

type Call = { operationId: string; params: Readonly<Record<string, string>>; body: Readonly<Record<string, unknown>> }
type Recorded = Readonly<Record<string, unknown>>

/** The call that a person made to ask for it, without its reason. Undefined where the approval does not have all of it. */
export function callOf({ action, subject: { type, id }, request }: Approval): Call | undefined {
  const recorded = (typeof request === 'object' ? request : {}) as Recorded
  switch (action) {
    case 'refunds:create':
      return { operationId: 'refundPayment', params: { paymentId: id }, body: { amount: recorded.amount } }
    case 'kyc:decide': {
      const { decision, version: _, ...details } = recorded
      return { operationId: `${decision}KycCase`, params: { id }, body: details }
    }
    case 'screening:decide':
      return { operationId: 'decideHit', params: { id }, body: recorded }
    case 'topups:decide':
    case 'topups:release': {
      const { decision, ...details } = recorded
      return { operationId: `${decision}Deposit`, params: { depositId: id }, body: details }
    }
    case 'merchant-payouts:create': {
      // In words when it is all that is available.
      const { currency, amount } = recorded
      const body = /^\d/.test(String(amount)) ? { currency, amount } : { currency }
      return { operationId: 'createMerchantPayout', params: { merchantId: id }, body }
    }
    case 'settlements:adjust':
      return { operationId: 'writeOffAcquirerBreak', params: { breakId: id }, body: {} }
    case 'settlements:resolve':
      return { operationId: 'acceptAcquirerBreak', params: { breakId: id }, body: {} }
    case 'settlements:change': {
      const operationId = type === 'payoutTerms' ? 'changePayoutTerms' : 'changeBillingDetails'
      const { before: _, ...changes } = recorded
      return { operationId, params: { merchantId: id }, body: changes }
    }
    case 'pricing:change':
      return type === 'priceRule'
        ? { operationId: 'removePrice', params: { ruleId: id }, body: {} }
        : { operationId: 'setPrice', params: {}, body: priceOf(recorded) }
    case 'fee-invoices:create':
      return { operationId: 'makeFeeInvoices', params: {}, body: { month: id } }
    case 'fee-invoices:credit':
      return { operationId: 'creditFeeInvoice', params: { invoiceId: id }, body: {} }
    case 'merchants:close':
      return { operationId: `${request}Merchant`, params: { merchantId: id }, body: {} }
    case 'persons:erase': {
      if (type === 'holder') return { operationId: 'eraseCustomer', params: { customerId: id }, body: {} }
      return { operationId: 'eraseShopper', params: { shopperId: id }, body: {} }
    }
    // The approval does not keep the whole number of an account nor a secret, and a key is revealed to who looks at it.
    case 'bank-accounts:change':
    case 'connectors:change':
    case 'keys:reveal':
      return undefined
  }
}

/** As the body of a call says it: amounts with their point, numbers of sites and merchants as text. */
function priceOf({ volumeFromMinor, fixedMinor, minimumMinor, validFrom, merchantId, siteId, ...rest }: Recorded) {
  const { before: _, ...given } = rest
  const amountOf = (minor: unknown) => formatMoney({ minor: BigInt(String(minor)), currency: twoDecimals })
  return {
    ...given,
    ...(merchantId !== undefined && { merchantId: String(merchantId) }),
    ...(siteId !== undefined && { siteId: String(siteId) }),
    ...(volumeFromMinor !== undefined && { volumeFrom: amountOf(volumeFromMinor) }),
    ...(minimumMinor !== undefined && { minimum: amountOf(minimumMinor) }),
    fixed: amountOf(fixedMinor),
    ...(validFrom !== 'at once' && { validFrom }),
  }
}
