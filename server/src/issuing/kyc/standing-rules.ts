/**
 * What stands against a customer, or against the account that an act is about. It is a set: a status says only what happened
 * last, and one status comes before the first approval, after a rejection, and while an approved customer is verified again.
 */
export const standingReasons = {
  neverApproved: 'no case was approved',
  verifiedAgain: 'the case was approved, and is renewed',
  rejected: 'the last decision was a rejection',
  openHit: 'a hit on a sanctions list waits for a decision',
  trueMatch: 'a person has confirmed a hit',
  exposed: 'the customer has said to be politically exposed, in any case',
  accountClosed: 'the account is closed',
} as const
export type StandingReason = keyof typeof standingReasons

/** Refused, with the code that the caller receives; parked: it waits for staff; frozen: until somebody releases it. */
export type Meaning = 'allowed' | 'parked' | 'frozen' | 'a person decides' | RefusalCode
type RefusalCode = 'kyc_not_approved' | 'topups_not_allowed' | 'deposit_not_creditable' | 'deposit_not_returnable'

type Row = { readonly [R in StandingReason]: Meaning }

const row = (meaning: Meaning, but: Partial<Row> = {}): Row => ({
  neverApproved: meaning,
  verifiedAgain: meaning,
  rejected: meaning,
  openHit: meaning,
  trueMatch: meaning,
  exposed: 'allowed',
  accountClosed: 'allowed',
  ...but,
})

/**
 * What each reason means for each act. A customer who is verified again keeps what there is: a renewal says nothing bad. What
 * stands against somebody who may be listed stops all that is new; cards that are there stop by their suspensions.
 */
const rules = {
  'open an account': row('kyc_not_approved'),
  'issue a card': row('kyc_not_approved'),
  'activate a first card': row('kyc_not_approved'),
  'activate a successor': row('kyc_not_approved', { verifiedAgain: 'allowed' }),
  'reissue a card': row('kyc_not_approved', { verifiedAgain: 'allowed' }),
  'add a card to a wallet': row('kyc_not_approved', { verifiedAgain: 'allowed' }),
  'unfreeze a card': row('kyc_not_approved', { verifiedAgain: 'allowed', openHit: 'allowed' }),
  'unblock a PIN': row('kyc_not_approved', { verifiedAgain: 'allowed', openHit: 'allowed' }),
  'resume a card': row('kyc_not_approved', { verifiedAgain: 'allowed', openHit: 'allowed' }),
  'order a topup': row('topups_not_allowed', { verifiedAgain: 'allowed' }),
  'credit a paid topup': row('parked', { verifiedAgain: 'allowed', accountClosed: 'parked' }),
  'credit coins': row('parked', {
    verifiedAgain: 'allowed',
    rejected: 'frozen',
    trueMatch: 'frozen',
    accountClosed: 'parked',
  }),
  'return what was reversed': row('parked', { verifiedAgain: 'allowed', rejected: 'frozen', trueMatch: 'frozen' }),
  'credit by hand': row('deposit_not_creditable', {
    verifiedAgain: 'allowed',
    accountClosed: 'deposit_not_creditable',
  }),
  'return parked coins': row('allowed', {
    rejected: 'frozen',
    openHit: 'deposit_not_returnable',
    trueMatch: 'frozen',
  }),
  'approve by a machine': row('allowed', {
    openHit: 'a person decides',
    trueMatch: 'a person decides',
    exposed: 'a person decides',
  }),
} as const satisfies Record<string, Row>
export type Act = keyof typeof rules
export const acts = Object.keys(rules) as Act[]

/** What a set of reasons means for an act: what the strictest of them means. */
export function meaningOf(act: Act, reasons: readonly StandingReason[]): Meaning {
  const meanings: Meaning[] = reasons.map((reason) => rules[act][reason])
  if (meanings.includes('frozen')) return 'frozen'
  return meanings.find((meaning) => meaning !== 'allowed') ?? 'allowed'
}
