import {
  type Acquirer,
  type Approved,
  type AuthorizeRequest,
  type AuthorizeResult,
  type DeclineReason,
  fullCapabilities,
  NoResponse,
} from '#connectors/acquirer/port.ts'
import { type Money, zero } from '#kernel/base/money.ts'

/** The result of one request for a card: the bank approves or declines, and the request or the response may be lost. */
export type ScriptedResult = { says: 'yes' | DeclineReason; lost?: 'request' | 'answer' }
/** The nth merchant-initiated request for a card, counted from 0. */
export type Script = (pan: string, nth: number) => ScriptedResult

export type ScriptedAcquirer = Acquirer & {
  /** What was captured of a card and not reversed, in the order of the requests, in minor units. */
  captured(pan: string): bigint[]
  requests(): number
}

/** An acquirer whose responses are all known beforehand. The shopper's own payments are always approved. */
export function scriptedAcquirer(script: Script): ScriptedAcquirer {
  const counts = new Map<string, number>()
  const received = new Map<string, { pan: string; amount: Money; result: AuthorizeResult; reversed: boolean }>()
  let requested = 0
  const authorize = async ({
    key,
    card,
    amount,
    initiator,
  }: Pick<AuthorizeRequest, 'key' | 'card' | 'amount' | 'initiator'>): Promise<AuthorizeResult> => {
    requested++
    const pan = card.pan.reveal()
    const nth = counts.get(pan) ?? 0
    if (initiator.type === 'mit') counts.set(pan, nth + 1)
    const outcome: ScriptedResult = initiator.type === 'mit' ? script(pan, nth) : { says: 'yes' }
    if (outcome.lost === 'request') throw new NoResponse('the request was lost')
    const result = answerOf(outcome.says, requested)
    received.set(key, { pan, amount, result, reversed: false })
    if (outcome.lost === 'answer') throw new NoResponse('the response was lost')
    return result
  }
  return {
    capabilities: fullCapabilities,
    authorize,
    verify: ({ currency, ...request }) => authorize({ ...request, amount: zero(currency) }),
    completeChallenge: async () => answerOf('rejected_by_processor', 0),
    capture: async () => ({ outcome: 'done', reference: 'r' }),
    reverse: async ({ authorization }) => {
      const entry = received.get(authorization)
      if (entry) entry.reversed = true
      return { outcome: 'done', reference: 'r' }
    },
    refund: async () => ({ outcome: 'done', reference: 'r' }),
    payOut: async () => ({ outcome: 'done', reference: 'p' }),
    disputesSince: async (place) => ({ events: [], place }),
    submitEvidence: async () => ({ outcome: 'closed', reference: undefined }),
    acceptDispute: async () => ({ outcome: 'closed', reference: undefined }),
    settlementsSince: async (place) => ({ entries: [], place }),
    inquire: async (key) => received.get(key)?.result ?? { outcome: 'not_found' },
    captured: (pan) =>
      [...received.values()].flatMap((entry) =>
        entry.pan === pan && entry.result.outcome === 'approved' && !entry.reversed && entry.amount.minor > 0n
          ? [entry.amount.minor]
          : [],
      ),
    requests: () => requested,
  }
}

function answerOf(says: ScriptedResult['says'], requested: number): AuthorizeResult {
  if (says === 'yes') return { ...approved, reference: `r-${requested}` }
  return { outcome: 'declined', reason: says, reference: `r-${requested}`, checks: undefined }
}

const approved: Approved = {
  outcome: 'approved',
  reference: '',
  networkTransactionId: '400000000000001',
  authorizationCode: 'A1B2C3',
  checks: { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' },
  threeDSecure: 'none',
}
