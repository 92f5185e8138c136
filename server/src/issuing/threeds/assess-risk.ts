import type { TransStatus } from '#connectors/threeds/messages.ts'
import type { Card } from '#issuing/cards'
import { type Reason, reasonOf, textOfReason } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'

/** Why a payment passes without a question; without one of these the holder is asked (issuing standards 3.9). */
export type Exemption = 'lowValue'

/** Everything that decides whether a holder is asked. */
export type RiskQuestion = {
  now: Instant
  card: Pick<Card, 'status' | 'expiry'>
  /** YYMM, as the merchant's side has it. */
  expiry: string | undefined
  /** Undefined where nothing is paid. */
  amount: Money | undefined
  challengeIndicator: string
  /** Challenges of the card within the last hour that ended without an authentication. */
  unansweredLately: number
  /** Payments of the card that nobody was asked about, since its holder was authenticated last. */
  exempted: { count: number; minor: bigint }
}

export const riskRules = ['card', 'expiry', 'attempts', 'preference', 'lowValue'] as const
export type RiskRule = (typeof riskRules)[number]

/** What one rule says. Every rule is asked; the first that ends the matter decides. */
export type RiskVerdict = {
  rule: RiskRule
  result: 'passed' | 'refuse' | 'share' | 'challenge' | 'exempt'
  /** transStatusReason of a refusal. */
  reason?: string
  because?: string
  /** Of a refusal: the same for programs. */
  why?: Reason
}

export type Assessment = {
  transStatus: Extract<TransStatus, 'Y' | 'N' | 'R' | 'C' | 'I'>
  reason: string | undefined
  exemption: Exemption | undefined
  verdicts: readonly RiskVerdict[]
}

/** Frictionless with an exemption, refused with a reason, or else the holder is asked. Pure. */
export function assessRisk(question: RiskQuestion): Assessment {
  const verdicts = riskRules.map((rule) => ({ rule, ...rules[rule](question) }))
  const decisive = verdicts.find(({ result }) => result !== 'passed')
  const assessment = { reason: decisive?.reason, exemption: undefined, verdicts }
  switch (decisive?.result) {
    case 'refuse':
      return { ...assessment, transStatus: decisive.reason === '10' ? 'R' : 'N' }
    case 'share':
      return { ...assessment, transStatus: 'I' }
    case 'exempt':
      return { ...assessment, transStatus: 'Y', exemption: 'lowValue' }
    default:
      return { ...assessment, transStatus: 'C' }
  }
}

type Says = Omit<RiskVerdict, 'rule'>
const passed: Says = { result: 'passed' }
const refused = (reason: string, why: Reason): Says => ({ result: 'refuse', reason, because: textOfReason(why), why })

const rules: { readonly [Rule in RiskRule]: (question: RiskQuestion) => Says } = {
  card: ({ card: { status } }) => {
    if (status === 'active') return passed
    return refused(status === 'closed' ? '10' : '12', reasonOf('card_status', { status }))
  },
  expiry: ({ now, card, expiry }) => {
    if (expiry !== undefined && expiry !== card.expiry) return refused('05', reasonOf('expiry_mismatch'))
    const today = now.toZonedDateTimeISO('UTC')
    const month = `${String(today.year % 100).padStart(2, '0')}${String(today.month).padStart(2, '0')}`
    return card.expiry < month ? refused('05', reasonOf('card_expired')) : passed
  },
  attempts: ({ unansweredLately }) =>
    unansweredLately < unansweredMax
      ? passed
      : refused('19', reasonOf('challenges_unconfirmed', { count: `${unansweredLately}` })),
  preference: ({ challengeIndicator }) => {
    if (challengeIndicator === '06') return { result: 'share', because: 'the merchant only shares data' }
    const isWanted = ['03', '04', '09'].includes(challengeIndicator)
    return isWanted ? { result: 'challenge', because: 'the merchant wants the holder to be asked' } : passed
  },
  lowValue: ({ amount, exempted: { count, minor } }) => {
    if (amount?.currency !== 'EUR' || amount.minor > lowValue.each) return passed
    if (count >= lowValue.count || minor + amount.minor > lowValue.sum) return passed
    return { result: 'exempt', because: `${count + 1} of ${lowValue.count} small payments without a question` }
  },
}
const unansweredMax = 5
/** Article 16 of the technical standards on strong authentication: 30 EUR each, five of them, 100 EUR together. */
const lowValue = { each: 30_00n, count: 5, sum: 100_00n }
