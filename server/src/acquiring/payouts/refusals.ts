import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  payout_not_allowed: [
    'forbidden',
    'This site may not pay out. Ask the operator of the platform, who allows it site by site.',
  ],
  payout_not_supported: [
    'conflict',
    'The processor by which this customer has paid with the card cannot send money to cards.',
  ],
  amount_not_supported: ['invalid', 'The processor of this card takes no payout of this amount.'],
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
