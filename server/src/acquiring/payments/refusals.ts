import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  payment_not_found: ['not_found', 'There is no such transaction.'],
  unexpected_payment_status: ['conflict', 'The transaction is {status}; to {action} it, it would have to be {needed}.'],
  payment_in_progress: ['conflict', 'A payment of this order is under way or done already; look at its result.'],
  capture_too_large: ['invalid', 'At most {most} {currency} can be captured of this transaction.'],
  void_not_partial: ['invalid', 'An authorization is voided whole; leave the amount out, or send {whole}.'],
  nothing_left_to_refund: ['conflict', 'All of this transaction is refunded already, or being refunded.'],
  refund_too_large: ['invalid', 'At most {most} {currency} of this transaction can still be refunded.'],
  dispute_event_not_found: ['not_found', 'There is no news of a dispute with this number.'],
  dispute_event_already_applied: ['conflict', 'This news is booked already; there is nothing left to make of it.'],
  dispute_event_needs_no_review: ['conflict', 'Nothing is the matter with this news.'],
  payment_charged_back: [
    'conflict',
    "The cardholder's bank has taken {chargedBack} {currency} of this transaction back, so that refunding it would give the money twice. At most {most} {currency} can be refunded; wait for the end of the dispute before you give back more.",
  ],
  amount_not_positive: ['invalid', 'The amount must be above zero.'],
  payout_is_final: ['conflict', 'Money that went to a card cannot be taken back; charge the customer instead.'],
  payout_not_allowed: [
    'forbidden',
    'This site may not pay out. Ask the operator of the platform, who allows it site by site.',
  ],
  payout_not_in_review: [
    'conflict',
    'No payout of this number waits for a person; see those that do: florin payout list',
  ],
  payout_too_large: ['invalid', 'At most {most} {currency} can be paid out at once.'],
  payout_not_covered: [
    'conflict',
    'A payout comes out of what the platform owes you: at most {most} {currency} at the moment.',
  ],
  payout_card_not_verified: [
    'conflict',
    'Money can only be paid out to a card that this customer has paid with at this site, in {currency}.',
  ],
})
