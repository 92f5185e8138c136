import type { Approved, AuthorizeResult, CardChecks, CheckResult, Declined } from '../port.ts'
import { adviceOf, reasonOf } from './declines.ts'
import type { CardFacts, PaymentIntent, SetupIntent, StripeError } from './objects.ts'
import type { KnownCard } from './params.ts'
import { declined } from './record.ts'

/** An intent of either kind, as results read it. */
export type Intent = {
  id: string
  status: string
  redirect: string | undefined
  needsScript: boolean
  error: StripeError | undefined
  facts: CardFacts | undefined
  /** Where Stripe has kept the card to be charged again. */
  keptCard?: KnownCard | undefined
}

export const intentOfPayment = (intent: PaymentIntent): Intent => ({
  ...common(intent),
  error: intent.last_payment_error,
  facts: intent.latest_charge?.payment_method_details?.card,
  keptCard:
    intent.customer && intent.payment_method
      ? { customer: intent.customer, paymentMethod: intent.payment_method }
      : undefined,
})

export function intentOfSetup(intent: SetupIntent): Intent {
  const facts = intent.latest_attempt?.payment_method_details?.card
  return {
    ...common(intent),
    error: intent.last_setup_error,
    facts: facts && { ...facts, network_transaction_id: undefined, authorization_code: undefined },
  }
}

const common = ({ id, status, next_action: next }: Pick<PaymentIntent, 'id' | 'status' | 'next_action'>) => ({
  id,
  status,
  redirect: next?.type === 'redirect_to_url' ? next.redirect_to_url?.url : undefined,
  needsScript: next !== undefined && next.type !== 'redirect_to_url',
})

/**
 * What an intent says of its authorization or verification. `unsent`: no card has reached it, so nothing has happened
 * and, once it is cancelled, nothing will. `unclear`: it is not final and cannot be left so: it is cancelled.
 */
export type IntentResult = AuthorizeResult | { outcome: 'unsent' } | { outcome: 'unclear' }

export function resultOf(intent: Intent): IntentResult {
  const { id, status, redirect, error } = intent
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return approvedBy(intent)
    case 'requires_action':
      if (!redirect) return { outcome: 'unclear' }
      // Not `unframed`: Stripe shows it in frames itself (its guide "Customize the 3D Secure UI").
      return { outcome: 'challenge', reference: id, redirect: { url: redirect, method: 'GET', fields: {} } }
    case 'processing':
      return { outcome: 'pending', reference: id }
    case 'requires_confirmation':
      return { outcome: 'unsent' }
    case 'requires_payment_method':
      return error ? declinedBy(intent, error) : { outcome: 'unsent' }
    case 'canceled':
      return error ? declinedBy(intent, error) : declined('rejected_by_processor', id)
    default:
      // A status of a later version is not final as far as we know.
      return { outcome: 'pending', reference: id }
  }
}

function approvedBy({ id, facts }: Intent): Approved {
  return {
    outcome: 'approved',
    reference: id,
    networkTransactionId: facts?.network_transaction_id,
    authorizationCode: facts?.authorization_code ?? notGiven,
    checks: checksOf(facts),
    threeDSecure: threeDSecureOf(facts?.three_d_secure),
  }
}
/** Brands and verifications that have no code: receipts print something. */
const notGiven = 'APPRVD'

const declinedBy = ({ id, facts }: Intent, error: StripeError): Declined => ({
  ...declined(reasonOf(error), id),
  checks: facts?.checks && checksOf(facts),
  advice: adviceOf(error),
})

const checksOf = (facts: CardFacts | undefined): CardChecks => ({
  address: checked[facts?.checks?.address_line1_check ?? ''] ?? 'unavailable',
  postalCode: checked[facts?.checks?.address_postal_code_check ?? ''] ?? 'unavailable',
  securityCode: checked[facts?.checks?.cvc_check ?? ''] ?? 'unavailable',
})
const checked: Readonly<Record<string, CheckResult>> = { pass: 'match', fail: 'mismatch' }

function threeDSecureOf(outcome: CardFacts['three_d_secure']): Approved['threeDSecure'] {
  if (outcome?.result === 'attempt_acknowledged') return 'attempted'
  if (outcome?.result !== 'authenticated') return 'none'
  return outcome.authentication_flow === 'frictionless' ? 'frictionless' : 'challenged'
}
