/** Every rule of a decision, in the order in which they decide. */
export const ruleNames = [
  'reversal',
  'card',
  'expiry',
  'cvv2',
  'pin',
  'threeDs',
  'amount',
  'currency',
  'channel',
  'category',
  'country',
  'productLimits',
  'cardLimits',
  'velocity',
  'balance',
] as const
export type RuleName = (typeof ruleNames)[number]

/** What one rule says of a request. Every rule is asked, also when an earlier one has declined. */
export type Verdict = {
  rule: RuleName
  result: 'passed' | 'failed' | 'notApplicable'
  /** Field 39 when it fails. */
  code?: string | undefined
  /** For the partner and the operator: what was compared. */
  because?: string | undefined
}
