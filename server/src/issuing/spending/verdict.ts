import { type Reason, textOfReason } from './reasons.ts'

/**
 * Every rule of a decision, in the order in which they decide. Messages keep a mark for each by its place here, so a
 * change of this order must still read the marks that are stored.
 */
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
  reason?: Reason | undefined
  /** The same as a sentence. Not stored, but in verdicts from before there were reasons. */
  because?: string | undefined
  /** Of a partner: what came of the question, and after how long. */
  outcome?: (typeof questionOutcomes)[number] | undefined
  tookMs?: number | undefined
}

/**
 * Verdicts as a message keeps them. Of all rules: a mark for each, and in full those that have compared something, since
 * most only pass. Of others, such as a partner: each in full.
 */
export type StoredVerdicts = readonly Verdict[] | readonly [marks: string, ...full: Verdict[]]

export function storedVerdicts(verdicts: readonly Verdict[]): StoredVerdicts {
  if (verdicts.length !== ruleNames.length) return verdicts
  const marks = verdicts.map(({ result }) => markOf[result]).join('')
  return [marks, ...verdicts.filter(({ code, reason }) => code !== undefined || reason !== undefined)]
}

/** All verdicts of a message, each with its sentence. */
export function readVerdicts(stored: StoredVerdicts): readonly Verdict[] {
  const [marks, ...full] = stored
  if (typeof marks !== 'string') return (stored as readonly Verdict[]).map(withSentence)
  return ruleNames.map((rule, nth): Verdict => {
    const found = (full as Verdict[]).find((verdict) => verdict.rule === rule)
    return found ? withSentence(found) : { rule, result: results.find((result) => markOf[result] === marks[nth])! }
  })
}
const withSentence = (verdict: Verdict): Verdict =>
  verdict.reason ? { ...verdict, because: textOfReason(verdict.reason) } : verdict
const results = ['passed', 'failed', 'notApplicable'] as const
const markOf = { passed: 'p', failed: 'f', notApplicable: 'n' } as const satisfies Record<Verdict['result'], string>

type Decided = { kind: string; verdicts: readonly Verdict[] | null }

/** How a transaction was decided at first: what every rule has said, and then the partner, if it was asked. */
export function verdictsOf(history: readonly Decided[]): readonly Verdict[] {
  const [first, next] = history.filter(({ verdicts }) => verdicts)
  return [...(first?.verdicts ?? []), ...(next?.kind === 'partner' ? (next.verdicts ?? []) : [])]
}
