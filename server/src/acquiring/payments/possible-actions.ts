import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { refundable } from './payment.ts'
import { paymentStates } from './payment-states.ts'
import { refuseUnrefundable } from './refund-payment.ts'
import { refuse } from './refusals.ts'
import type { Payment, Refund, Transaction } from './transaction.ts'
import { isPayment } from './transaction.ts'
import { statusAfter } from './transition-transaction.ts'

/** What can be done with a transaction now, and why the rest cannot. */
export type PossibleAction = {
  action: 'capture' | 'void' | 'refund' | 'inquire' | 'resolve' | 'giveUp'
  /** The most that can be captured or refunded. */
  most: Money | undefined
  /** Undefined: it can be done. */
  whyNot: WhyNot | undefined
}

/** Why something cannot be done with a transaction now: the error that it would be refused with. */
export type WhyNot = { code: WhyNotCode; details: Readonly<Record<string, string>>; message: string }

/** The errors that an action can be refused with before it has an amount. */
export const whyNotCodes = [
  'unexpected_payment_status',
  'payment_not_unresolved',
  'result_still_awaited',
  'payout_is_final',
  'payment_charged_back',
  'nothing_left_to_refund',
  'amount_not_positive',
] as const
type WhyNotCode = (typeof whyNotCodes)[number]

export function possibleActions(transaction: Transaction, now: Instant): PossibleAction[] {
  const payment = isPayment(transaction) ? transaction : undefined
  const possible = (action: PossibleAction['action'], check: () => void, most?: Money): PossibleAction => {
    const whyNot = refusalOf(check)
    return { action, most: whyNot === undefined ? most : undefined, whyNot }
  }
  return [
    possible('capture', () => requireCapturable(transaction), transaction.amount),
    possible('void', () => requireVoidable(transaction), transaction.amount),
    possible('refund', () => requireRefundable(transaction), payment && refundable(payment)),
    possible('inquire', () => requireInquirable(transaction, now)),
    possible('resolve', () => requireUnresolved(transaction, now)),
    possible('giveUp', () => requireUncertain(transaction)),
  ]
}

function requireRefundable(transaction: Transaction): void {
  requireCaptured(transaction)
  refuseUnrefundable(transaction, undefined)
}

function refusalOf(check: () => void): WhyNot | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = whyNotCodes.find((known) => known === error.code)
    if (!code) throw error
    const details = Object.fromEntries(Object.entries(error.details).map(([name, value]) => [name, String(value)]))
    return { code, details, message: error.message }
  }
}

export function requireCapturable(transaction: Transaction): asserts transaction is Payment {
  if (!isPayment(transaction))
    throw refuse('unexpected_payment_status', { status: transaction.status, action: 'capture', needed: 'authorized' })
  statusAfter(transaction, 'requestCapture', paymentStates)
}

export function requireVoidable(transaction: Transaction): asserts transaction is Payment {
  if (!isPayment(transaction) || transaction.status !== 'authorized')
    throw refuse('unexpected_payment_status', { status: transaction.status, action: 'void', needed: 'authorized' })
}

/** Refuses a transaction whose result is not awaited, or may still arrive while its first request is under way. */
export function requireUnresolved(transaction: Transaction, now: Instant): asserts transaction is Payment | Refund {
  const { status, type } = transaction
  if (type === 'credit' || !('request' in transaction) || !transaction.request || status === 'challenging')
    throw refuse('payment_not_unresolved', { status })
  const { dueAt, dueTries } = transaction
  const isFresh = dueTries === 0 && dueAt !== undefined && Temporal.Instant.compare(dueAt, now) > 0
  if (isFresh && status !== 'uncertain') throw refuse('result_still_awaited', { until: dueAt })
}

/** A refund that was done may have come back since, and a capture have failed: what the acquirer says of it now is asked for at any time. */
export function requireInquirable(transaction: Transaction, now: Instant): asserts transaction is Payment | Refund {
  if (transaction.type === 'refund' && transaction.status === 'refunded') return
  if (transaction.type === 'deposit' && isInquirableAfterwards.has(transaction.status)) return
  requireUnresolved(transaction, now)
}

const isInquirableAfterwards: ReadonlySet<string> = new Set(['captured', 'refunded', 'disputed', 'chargedBack'])

export function requireUncertain(transaction: Transaction): asserts transaction is Payment {
  if (!isPayment(transaction) || transaction.status !== 'uncertain')
    throw refuse('unexpected_payment_status', { status: transaction.status, action: 'reverse', needed: 'uncertain' })
}

/** Refuses what is only authorized: that is voided, not refunded. */
export function requireCaptured(transaction: Transaction): void {
  if (transaction.status === 'authorized')
    throw refuse('unexpected_payment_status', { status: transaction.status, action: 'refund', needed: 'captured' })
}
