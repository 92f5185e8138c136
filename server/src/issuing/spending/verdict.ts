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

/** Besides the rules, a partner may have a say, after all of them. */
export const deciders = [...ruleNames, 'partner'] as const
export type Decider = (typeof deciders)[number]

/**
 * What came of a question to a partner. `notAsked`: its server does not answer lately, or it is not active. `abandoned`: the
 * process that asked is gone.
 */
export const questionOutcomes = [
  'approved',
  'declined',
  'timeout',
  'unreachable',
  'unreadable',
  'notAsked',
  'abandoned',
] as const

/** What one rule says of a request. Every rule is asked, also when an earlier one has declined. */
export type Verdict = {
  rule: Decider
  result: 'passed' | 'failed' | 'notApplicable'
  /** Field 39 when it fails. */
  code?: string | undefined
  /** For the partner and the operator: what was compared. */
  because?: string | undefined
  /** Of a partner: what came of the question, and after how long. */
  outcome?: (typeof questionOutcomes)[number] | undefined
  tookMs?: number | undefined
}

type Decided = { kind: string; verdicts: readonly Verdict[] | null }

/** How a transaction was decided at first: what every rule has said, and then the partner, if it was asked. */
export function verdictsOf(history: readonly Decided[]): readonly Verdict[] {
  const [first, next] = history.filter(({ verdicts }) => verdicts)
  return [...(first?.verdicts ?? []), ...(next?.kind === 'partner' ? (next.verdicts ?? []) : [])]
}
