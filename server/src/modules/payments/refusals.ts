import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  payment_not_found: ['not_found', 'There is no such transaction.'],
  payment_status_forbids: ['conflict', 'The transaction is {status}; to {wish} it, it would have to be {needed}.'],
  attempt_under_way: ['conflict', 'A payment of this order is under way or done already; look at its result.'],
  capture_too_large: ['invalid', 'At most {most} {currency} can be captured of this transaction.'],
  void_not_partial: ['invalid', 'An authorization is voided whole; leave the amount out, or send {whole}.'],
  nothing_left_to_refund: ['conflict', 'All of this transaction is refunded already, or being refunded.'],
  refund_too_large: ['invalid', 'At most {most} {currency} of this transaction can still be refunded.'],
  news_not_found: ['not_found', 'There is no news of a dispute with this number.'],
  news_done: ['conflict', 'This news is booked already; there is nothing left to make of it.'],
  news_untroubled: ['conflict', 'Nothing is the matter with this news.'],
  payment_charged_back: [
    'conflict',
    "The cardholder's bank has taken {taken} {currency} of this transaction back, so that refunding it would give the money twice. At most {most} {currency} can be refunded; wait for the end of the dispute before you give back more.",
  ],
  amount_not_positive: ['invalid', 'The amount must be above zero.'],
  payout_is_final: ['conflict', 'Money that went to a card cannot be taken back; charge the customer instead.'],
  payout_not_allowed: [
    'forbidden',
    'This site may not pay out. Ask the operator of the platform, who allows it site by site.',
  ],
  payout_not_given_up: [
    'conflict',
    'No payout of this number waits for a person; see those that do: florin payout list',
  ],
  payout_too_large: ['invalid', 'At most {most} {currency} can be paid out at once.'],
  payout_not_covered: [
    'conflict',
    'A payout comes out of what the platform owes you: at most {most} {currency} at the moment.',
  ],
  payout_card_unproven: [
    'conflict',
    'Money can only be paid out to a card that this customer has paid with at this site, in {currency}.',
  ],
})
