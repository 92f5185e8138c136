import type { TransactionAction } from './transaction-states.ts'
import type { Decider } from './verdict.ts'

/** What each action of a message has changed. */
export const actionSentences = {
  challenge: 'The holder is asked to confirm the payment.',
  ask: 'All rules approve it, and its amount is held; your server is asked.',
  approve: 'It is approved, and its amount is held.',
  complete: 'It is approved, and no money follows.',
  post: 'It is approved and booked.',
  decline: 'It is declined.',
  increase: 'The increment is approved, and held as well.',
  reduce: 'A part of it is given up, and the rest stays held.',
  replace: 'The real amount has taken the place of the one that was held.',
  reverse: 'It is given up, and nothing is held.',
  expire: 'It was not cleared in time, and nothing is held.',
  clear: 'Its money is booked.',
  force: 'It is cleared without an authorization of ours, and its money is booked.',
  refund: 'Money has come back to the card.',
  credit: 'Money has come back to the card, for no payment that is known.',
} as const satisfies Readonly<Record<TransactionAction, string>>

/** What each rule demands. */
export const demands: Readonly<Record<Decider, string>> = {
  reversal: 'It was not reversed before it came.',
  card: 'The card may be used.',
  expiry: 'The card has not expired, and the date is that of the card.',
  cvv2: 'The security code is right, if there is one.',
  pin: 'The PIN is right, where one is needed.',
  threeDs: 'The holder is authenticated (3-D Secure), if it is said so.',
  amount: 'There is an amount.',
  currency: 'There is a rate between the currencies.',
  channel: 'The holder allows the channel.',
  category: 'The holder allows the category of the merchant.',
  country: 'The holder allows the country of the merchant.',
  productLimits: 'It is within the limits of the card product.',
  cardLimits: 'It is within the limits that the holder has set.',
  velocity: 'There are not too many payments in a short time.',
  balance: 'The account has enough.',
  partner: 'Your server approves it.',
}
