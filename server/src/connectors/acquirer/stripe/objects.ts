import { z } from 'zod'
import { type JsonValue, NumberText } from '#kernel/base/json.ts'
import { NoResponse } from '../port.ts'
import { stripeUnits } from './units.ts'

/**
 * What this connector reads of Stripe's objects. Fields that it does not read are not checked, and new values of a list
 * are text: Stripe adds both without a new version.
 */

const integer = z
  .instanceof(NumberText)
  .refine(({ text }) => /^-?\d+$/.test(text))
  .transform(({ text }) => BigInt(text))
/** In Stripe's unit of its currency. */
const amount = stripeUnits.received
/** Seconds since 1970. */
const moment = integer.transform((seconds) => Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000))
const text = z.string().min(1)
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
/** An object where it was expanded, and else its id. */
const reference = z.union([text, z.object({ id: text })]).transform((one) => (typeof one === 'string' ? one : one.id))
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((all) => all ?? {})

const problem = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  param: z.string().nullish(),
  message: z.string().nullish(),
  decline_code: z.string().nullish(),
  advice_code: z.string().nullish(),
  network_decline_code: z.string().nullish(),
})
export type StripeError = z.output<typeof problem>

const check = z.string().nullish()
const attemptFacts = z.object({
  checks: maybe(z.object({ address_line1_check: check, address_postal_code_check: check, cvc_check: check })),
  three_d_secure: maybe(z.object({ result: z.string().nullish(), authentication_flow: z.string().nullish() })),
})
/** What a charge says besides: attempts to verify a card do not have it. */
const cardFacts = attemptFacts.extend({ network_transaction_id: maybe(text), authorization_code: maybe(text) })
export type CardFacts = z.output<typeof cardFacts>
const detailsOf = <T extends z.ZodType>(facts: T) =>
  z.object({ payment_method_details: maybe(z.object({ card: maybe(facts) })) })

const nextAction = maybe(z.object({ type: z.string(), redirect_to_url: maybe(z.object({ url: maybe(text) })) }))

const paymentIntent = z.object({
  object: z.literal('payment_intent'),
  id: text,
  status: text,
  amount_received: amount,
  currency: text,
  metadata,
  customer: maybe(reference),
  payment_method: maybe(reference),
  next_action: nextAction,
  last_payment_error: maybe(problem),
  latest_charge: maybe(z.union([z.string().transform(() => undefined), detailsOf(cardFacts)])),
})
export type PaymentIntent = z.output<typeof paymentIntent>

const setupIntent = z.object({
  object: z.literal('setup_intent'),
  id: text,
  status: text,
  next_action: nextAction,
  last_setup_error: maybe(problem),
  latest_attempt: maybe(z.union([z.string().transform(() => undefined), detailsOf(attemptFacts)])),
})
export type SetupIntent = z.output<typeof setupIntent>

const refund = z.object({ id: text, status: text, metadata, payment_intent: maybe(reference) })
export type Refund = z.output<typeof refund>

const dispute = z.object({
  id: text,
  status: text,
  amount,
  currency: text,
  reason: z.string(),
  created: moment,
  payment_intent: maybe(reference),
  balance_transactions: z.array(z.object({ reporting_category: z.string(), created: moment })),
  evidence_details: maybe(z.object({ due_by: maybe(moment), submission_count: maybe(integer) })),
})
export type Dispute = z.output<typeof dispute>

const event = z.object({
  id: text,
  type: text,
  created: moment,
  data: z.object({ object: z.looseObject({ id: z.string().nullish(), object: z.string().nullish() }) }),
})

const payout = z.object({
  id: text,
  status: text,
  created: moment,
  arrival_date: moment,
  automatic: z.boolean(),
  currency: text,
  amount,
  reconciliation_status: z.string(),
})
export type Payout = z.output<typeof payout>

/** What a balance transaction is about, expanded: a charge, a refund or a dispute names its payment. */
const source = z.object({
  ...{ id: text, object: text, payment_intent: maybe(reference), currency: maybe(text) },
  amount_captured: maybe(amount),
})
const balanceTransaction = z.object({
  id: text,
  amount,
  fee: amount,
  currency: text,
  type: text,
  reporting_category: text,
  created: moment,
  source: maybe(z.union([z.string(), source])),
})
export type BalanceTransaction = z.output<typeof balanceTransaction>

const listOf = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema), has_more: z.boolean() })
const identified = z.object({ id: text })
const account = z.object({
  id: text,
  charges_enabled: z.boolean().nullish(),
  payouts_enabled: z.boolean().nullish(),
  settings: maybe(
    z.object({
      dashboard: maybe(z.object({ display_name: z.string().nullish() })),
      payouts: maybe(z.object({ schedule: maybe(z.object({ interval: z.string() })) })),
    }),
  ),
})

/** Readers of what Stripe answers. Each throws `NoResponse` with the names of the fields that it cannot read. */
export const readPaymentIntent = readerOf('payment intent', paymentIntent)
export const readSetupIntent = readerOf('setup intent', setupIntent)
export const readRefund = readerOf('refund', refund)
export const readRefunds = readerOf('list of refunds', listOf(refund))
export const readDispute = readerOf('dispute', dispute)
export const readDisputes = readerOf('list of disputes', listOf(dispute))
export const readEvent = readerOf('event', event)
export const readEvents = readerOf('list of events', listOf(event))
export const readPayout = readerOf('payout', payout)
export const readPayouts = readerOf('list of payouts', listOf(payout))
export const readBalanceTransactions = readerOf('list of balance transactions', listOf(balanceTransaction))
export const readIdentified = readerOf('object', identified)
export const readAccount = readerOf('account', account)

export function readError(unchecked: JsonValue): StripeError {
  const read = z.object({ error: problem }).safeParse(unchecked)
  if (!read.success)
    throw new NoResponse('the answer of Stripe is an error without its shape', { because: 'unreadable' })
  return read.data.error
}

function readerOf<T extends z.ZodType>(what: string, schema: T): (unchecked: JsonValue) => z.output<T> {
  return (unchecked) => {
    const read = schema.safeParse(unchecked)
    if (read.success) return read.data
    const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))]
    throw new NoResponse(`a ${what} of Stripe cannot be read: ${fields.join(', ')}`, { because: 'unreadable' })
  }
}
