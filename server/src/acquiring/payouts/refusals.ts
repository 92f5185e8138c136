import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  payout_not_allowed: ['forbidden', 'This site may not pay out. Ask the operator of the platform to allow it.'],
  payout_not_supported: ['conflict', 'The processor of the payments with this card cannot pay out to cards.'],
  payouts_paused: [
    'busy',
    'The operator of this platform has paused payouts by the processor of this card, and nothing was done. Send it again later.',
  ],
  amount_not_supported: ['invalid', 'The processor of this card does not accept a payout of this amount.'],
  payout_not_in_review: ['conflict', 'No payout with this id waits for review; list those that do: florin payout list'],
  payout_too_large: ['invalid', 'At most {most} {currency} can be paid out at once.'],
  payout_not_covered: ['conflict', 'A payout is deducted from your balance: at most {most} {currency} at the moment.'],
  payout_card_not_verified: [
    'conflict',
    'Money can only be paid out to a card that this customer has paid with at this site, in {currency}.',
  ],
})
