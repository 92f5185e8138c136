import {
  type Charge,
  type Dispute,
  type Event,
  get,
  type Intent,
  type Payout,
  type Refund,
  type State,
  type Transaction,
} from './state.ts'

type Shown = Record<string, unknown>

/** The objects as the API shows them. `expand` names the parts that are whole instead of ids. */
export function showIntent(state: State, intent: Intent, expand: readonly string[] = []): Shown {
  return intent.object === 'setup_intent' ? showSetup(state, intent, expand) : showPayment(state, intent, expand)
}

function showPayment(state: State, intent: Intent, expand: readonly string[]): Shown {
  const charge = intent.charge ? get(state.charges, intent.charge) : undefined
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.amount_received,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    last_payment_error: intent.last_error,
    latest_charge: charge && expand.includes('latest_charge') ? showCharge(charge) : intent.charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: ['card'],
    setup_future_usage: intent.setup_future_usage,
    status: intent.status,
  }
}

function showSetup(state: State, intent: Intent, expand: readonly string[]): Shown {
  const charge = intent.charge ? get(state.charges, intent.charge) : undefined
  const attempt = charge && {
    id: charge.id.replace('ch_', 'setatt_'),
    object: 'setup_attempt',
    status: charge.status,
    payment_method_details: { type: 'card', card: setupFacts(charge) },
  }
  return {
    id: intent.id,
    object: 'setup_intent',
    cancellation_reason: intent.cancellation_reason,
    client_secret: intent.client_secret,
    created: intent.created,
    customer: intent.customer,
    last_setup_error: intent.last_error,
    latest_attempt: attempt && expand.includes('latest_attempt') ? attempt : (attempt?.id ?? null),
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: ['card'],
    status: intent.status,
    usage: 'off_session',
  }
}

const checksOf = ({ cvcCheck }: Charge) => ({
  address_line1_check: null,
  address_postal_code_check: null,
  cvc_check: cvcCheck,
})

const setupFacts = (charge: Charge) => ({
  brand: 'visa',
  checks: checksOf(charge),
  three_d_secure: charge.threeDSecure,
})

export const showCharge = (charge: Charge): Shown => ({
  id: charge.id,
  object: 'charge',
  amount: charge.amount,
  amount_captured: charge.captured,
  amount_refunded: charge.refunded,
  captured: charge.captured > 0,
  created: charge.created,
  currency: charge.currency,
  disputed: charge.disputed > 0,
  livemode: false,
  metadata: {},
  paid: charge.status === 'succeeded',
  payment_intent: charge.intent,
  payment_method_details: {
    type: 'card',
    card: {
      authorization_code: charge.status === 'succeeded' ? charge.id.slice(-6).toUpperCase() : null,
      brand: 'visa',
      checks: checksOf(charge),
      last4: charge.number.slice(-4),
      network_transaction_id: charge.networkId,
      three_d_secure: charge.threeDSecure,
    },
  },
  refunded: charge.refunded === charge.captured && charge.captured > 0,
  status: charge.status,
})

export const showRefund = (refund: Refund): Shown => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  destination_details: { type: 'card', card: { type: 'refund' } },
  ...(refund.failure_reason && { failure_reason: refund.failure_reason }),
  metadata: refund.metadata,
  payment_intent: refund.intent,
  reason: null,
  status: refund.status,
})

export const showDispute = (state: State, dispute: Dispute): Shown => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: state.transactions
    .filter(({ id }) => dispute.transactions.includes(id))
    .map((one) => showTransaction(state, one)),
  charge: dispute.charge,
  created: dispute.created,
  currency: dispute.currency,
  evidence: dispute.evidence,
  evidence_details: {
    due_by: dispute.created + 7 * 86_400,
    has_evidence: Object.keys(dispute.evidence).length > 0,
    past_due: false,
    submission_count: dispute.submissions,
  },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: dispute.intent,
  reason: dispute.reason,
  status: dispute.status,
})

export function showTransaction(state: State, transaction: Transaction, expand: readonly string[] = []): Shown {
  const { payout: _, ...facts } = transaction
  return {
    ...facts,
    object: 'balance_transaction',
    description: null,
    exchange_rate: null,
    fee_details: [],
    net: transaction.amount - transaction.fee,
    source: expand.includes('data.source') ? sourceOf(state, transaction.source) : transaction.source,
    status: transaction.available_on <= state.now() ? 'available' : 'pending',
  }
}

function sourceOf(state: State, id: string): unknown {
  const [charge, refund, dispute] = [state.charges.get(id), state.refunds.get(id), state.disputes.get(id)]
  if (charge) return showCharge(charge)
  if (refund) return showRefund(refund)
  if (dispute) return showDispute(state, dispute)
  const payout = state.payouts.find((one) => one.id === id)
  return payout ? showPayout(payout) : null
}

export const showPayout = (payout: Payout): Shown => ({
  ...payout,
  object: 'payout',
  automatic: true,
  livemode: false,
  metadata: {},
  method: 'standard',
  reconciliation_status: 'completed',
  type: 'bank_account',
})

export const showEvent = ({ object, ...event }: Event): Shown => ({
  ...event,
  object: 'event',
  api_version: '2026-10-28.endive',
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
})
