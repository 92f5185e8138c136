import { checkUnit } from './currencies.ts'
import { invalid, unexpected } from './errors.ts'
import { type Form, integerIn, metadataIn, textIn } from './intents.ts'
import { showRefund } from './show.ts'
import { addTransaction, get, newId, type Refund, record, type State } from './state.ts'

/** What is disputed cannot be refunded; of a payment that is disputed in part, the rest can. */
export function createRefund(state: State, form: Form): Refund {
  const id = textIn(form, 'payment_intent') ?? ''
  const intent = get(state.intents, id)
  const charge = intent.charge ? get(state.charges, intent.charge) : undefined
  if (!charge || charge.captured === 0 || intent.status !== 'succeeded')
    throw unexpected('payment_intent_unexpected_state', 'This payment has no successful charge to refund')
  const left = charge.captured - charge.refunded
  const amount = form.amount === undefined ? left : integerIn(form, 'amount')
  if (amount === 0) throw invalid('amount', 'parameter_invalid_integer')
  checkUnit(charge.currency, amount, 'amount')
  if (left === 0) throw unexpected('charge_already_refunded', 'The charge has already been refunded')
  if (amount > left) throw unexpected('amount_too_large', 'The refund is greater than what is not refunded yet')
  if (amount > left - charge.disputed) throw unexpected('charge_disputed', 'The charge has been charged back')
  charge.refunded += amount
  const isLater = charge.card.refund === 'succeedsLater'
  const refund: Refund = {
    id: newId('re'),
    charge: charge.id,
    intent: intent.id,
    amount,
    currency: charge.currency,
    status: isLater ? 'pending' : 'succeeded',
    metadata: metadataIn(form),
    created: state.now(),
  }
  state.refunds.set(refund.id, refund)
  const line = { amount: -amount, fee: 0, currency: charge.currency, source: refund.id }
  addTransaction(state, { ...line, type: 'refund', reporting_category: 'refund' }, charge.card.availableAtOnce)
  record(state, 'refund.created', showRefund(refund))
  return refund
}

/** The bank has taken a refund that was pending, or has sent one back. */
export function endRefund(state: State, refund: Refund, status: 'succeeded' | 'failed'): void {
  refund.status = status
  if (status === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card'
    get(state.charges, refund.charge).refunded -= refund.amount
    const line = { amount: refund.amount, fee: 0, currency: refund.currency, source: refund.id }
    addTransaction(state, { ...line, type: 'refund_failure', reporting_category: 'refund_failure' })
  }
  record(state, status === 'failed' ? 'refund.failed' : 'refund.updated', showRefund(refund))
}
