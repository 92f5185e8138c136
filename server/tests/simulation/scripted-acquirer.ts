import {
  type Acquirer,
  type Approved,
  type AuthorizeAnswer,
  type DeclineReason,
  NoAnswer,
} from '#connectors/acquirer/acquirer.ts'
import type { Money } from '#kernel/money.ts'

/** What happens to one ask of a card: the bank says yes or no, and either way the answer may get lost, or the ask. */
export type Fate = { says: 'yes' | DeclineReason; lost?: 'ask' | 'answer' }
/** The nth merchant-initiated ask of a card, counted from 0. */
export type Script = (pan: string, nth: number) => Fate

export type ScriptedAcquirer = Acquirer & {
  /** What was taken of a card and not given back, in the order of asking, in minor units. */
  taken(pan: string): bigint[]
  asks(): number
}

/** An acquirer whose every answer is known beforehand. The shopper's own payments are always approved. */
export function scriptedAcquirer(script: Script): ScriptedAcquirer {
  const counts = new Map<string, number>()
  const heard = new Map<string, { pan: string; amount: Money; answer: AuthorizeAnswer; reversed: boolean }>()
  let asked = 0
  return {
    authorize: async ({ key, card, amount, origin }) => {
      asked++
      const pan = card.pan.reveal()
      const nth = counts.get(pan) ?? 0
      if (origin.by === 'merchant') counts.set(pan, nth + 1)
      const fate: Fate = origin.by === 'merchant' ? script(pan, nth) : { says: 'yes' }
      if (fate.lost === 'ask') throw new NoAnswer('the ask was lost')
      const answer = answerOf(fate.says, asked)
      heard.set(key, { pan, amount, answer, reversed: false })
      if (fate.lost === 'answer') throw new NoAnswer('the answer was lost')
      return answer
    },
    proceed: async () => answerOf('rejected_by_processor', 0),
    follow: async ({ kind, authorization }) => {
      const entry = heard.get(authorization)
      if (kind === 'reverse' && entry) entry.reversed = true
      return { outcome: 'done', reference: 'r' }
    },
    payOut: async () => ({ outcome: 'done', reference: 'p' }),
    disputesSince: async (place) => ({ news: [], place }),
    whatBecameOf: async (key) => heard.get(key)?.answer ?? { outcome: 'never heard of it' },
    taken: (pan) =>
      [...heard.values()].flatMap((entry) =>
        entry.pan === pan && entry.answer.outcome === 'approved' && !entry.reversed && entry.amount.minor > 0n
          ? [entry.amount.minor]
          : [],
      ),
    asks: () => asked,
  }
}

function answerOf(says: Fate['says'], asked: number): AuthorizeAnswer {
  if (says === 'yes') return { ...approved, reference: `r-${asked}` }
  return { outcome: 'declined', reason: says, reference: `r-${asked}`, checks: undefined }
}

const approved: Approved = {
  outcome: 'approved',
  reference: '',
  networkTransactionId: '400000000000001',
  authorizationCode: 'A1B2C3',
  checks: { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' },
  threeDSecure: 'none',
}
