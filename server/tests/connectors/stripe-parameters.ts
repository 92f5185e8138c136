import type Stripe from 'stripe'
import type * as objects from '#connectors/acquirer/stripe/objects.ts'
import type * as params from '#connectors/acquirer/stripe/params.ts'

/*
 * Stripe's own package says which parameters there are: a name that this connector sends and Stripe does not know does not
 * compile. Only types; nothing of the package is in the program.
 */

/** The names in `Sent` that are not in `Known`, at any depth. */
type Unknown<Sent, Known> = Sent extends readonly unknown[] | string | bigint | boolean | undefined
  ? never
  : { [Name in keyof Sent & string]: Name extends keyof Known ? Nested<Sent[Name], Known[Name]> : Name }[keyof Sent &
      string]
/** Names that are free, as in metadata, or values that may also be text are not looked into. */
type Nested<Sent, Known> = string extends keyof Exclude<Known, undefined | string | number | null>
  ? never
  : Unknown<Exclude<Sent, undefined>, Exclude<Known, undefined | string | number | null>>

type AllKnown<Sent, Known> = [AnyOf<Sent, Known>] extends [never] ? true : AnyOf<Sent, Known>
type AnyOf<Sent, Known> = Sent extends unknown ? Unknown<Sent, Known> : never

/**
 * What the API takes and the types do not have: numbers within a confirmation, which are for accounts that Stripe has
 * allowed them. The fields of a card are those of a payment method; those of a wallet's device are as others send them.
 */
type WithCard<Params> = Omit<Params, 'payment_method_data'> & {
  payment_method_data?: Stripe.PaymentIntentConfirmParams.PaymentMethodData & {
    card?: Exclude<Stripe.PaymentMethodCreateParams['card'], undefined> & {
      last4?: string
      network_token?: Record<'number' | 'exp_month' | 'exp_year' | 'tokenization_method', string>
    }
  }
}

type Checks = [
  AllKnown<ReturnType<typeof params.customerParams>, Stripe.CustomerCreateParams>,
  AllKnown<ReturnType<typeof params.paymentIntentParams>, Stripe.PaymentIntentCreateParams>,
  AllKnown<ReturnType<typeof params.confirmParams>, WithCard<Stripe.PaymentIntentConfirmParams>>,
  AllKnown<ReturnType<typeof params.captureParams>, Stripe.PaymentIntentCaptureParams>,
  AllKnown<ReturnType<typeof params.cancelParams>, Stripe.PaymentIntentCancelParams>,
  AllKnown<ReturnType<typeof params.setupIntentParams>, Stripe.SetupIntentCreateParams>,
  AllKnown<ReturnType<typeof params.setupConfirmParams>, WithCard<Stripe.SetupIntentConfirmParams>>,
  AllKnown<ReturnType<typeof params.refundParams>, Stripe.RefundCreateParams>,
  AllKnown<ReturnType<typeof params.evidenceParams>, Stripe.DisputeUpdateParams>,
]
const allSentAreKnown: Checks = [true, true, true, true, true, true, true, true, true]

/** The same of what is read. An expanded charge is one of the forms of `latest_charge`. */
type ReadChecks = [
  AllKnown<Omit<objects.PaymentIntent, 'latest_charge'>, Stripe.PaymentIntent>,
  AllKnown<Exclude<objects.PaymentIntent['latest_charge'], undefined>, Stripe.Charge>,
  AllKnown<Omit<objects.SetupIntent, 'latest_attempt'>, Stripe.SetupIntent>,
  AllKnown<Exclude<objects.SetupIntent['latest_attempt'], undefined>, Stripe.SetupAttempt>,
  AllKnown<objects.Refund, Stripe.Refund>,
  AllKnown<Omit<objects.Dispute, 'balance_transactions'>, Stripe.Dispute>,
  AllKnown<objects.Dispute['balance_transactions'][number], Stripe.BalanceTransaction>,
  AllKnown<objects.Payout, Stripe.Payout>,
  AllKnown<Omit<objects.BalanceTransaction, 'source'>, Stripe.BalanceTransaction>,
]
const allReadAreKnown: ReadChecks = [true, true, true, true, true, true, true, true, true]
void [allSentAreKnown, allReadAreKnown]
