import type { IssuerNetwork } from '#connectors/network/message.ts'
import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, durations, type Metric } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { readVerdicts, type StoredVerdicts, type Verdict } from './verdict.ts'

const messages = counter({
  name: 'florin_card_messages_total',
  help: 'Messages about issued cards that were recorded: of card networks, of partners who were asked, and of the clock.',
  labels: ['kind'],
})
const decisions = counter({
  name: 'florin_card_decisions_total',
  help: 'Authorizations of issued cards by outcome; where a partner is asked, asked is counted first and then what came of it.',
  labels: ['outcome'],
})
const declines = counter({
  name: 'florin_card_declines_total',
  help: 'Declined authorizations by the rule that decided, or partner, or unknown_card.',
  labels: ['reason'],
})
const partnerAnswers = counter({
  name: 'florin_partner_decisions_total',
  help: 'What came of asking a partner about an authorization.',
  labels: ['outcome'],
})
const responseDurations = durations({
  name: 'florin_card_response_duration_seconds',
  help: 'From a message of a card network to its answer, by kind and field 39 of the answer; error when there was none.',
  labels: ['kind', 'code'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
})
const presentments = counter({
  name: 'florin_card_presentments_total',
  help: 'Money of issued cards that was booked: clearing, refunds and what was reversed.',
  labels: ['kind'],
})
const presentedAmounts = counter({
  name: 'florin_card_presented_minor_total',
  help: 'That money in minor units of the merchant’s currency.',
  unit: 'minor units',
  labels: ['kind', 'currency'],
})

export const spendingMetrics: readonly Metric[] = [
  messages,
  decisions,
  declines,
  partnerAnswers,
  responseDurations,
  presentments,
  presentedAmounts,
]

export const countedSpending: CountedWrites = {
  inserts: {
    'spending.messages': countMessage,
    'spending.presentments': (metrics, { kind, merchant_currency: currency, merchant_minor: minor }) => {
      const labels = { kind: String(kind) }
      metrics.count(presentments, labels)
      metrics.count(presentedAmounts, { ...labels, currency: String(currency) }, minor as bigint)
    },
  },
}

type Row = Readonly<Record<string, unknown>>

function countMessage(metrics: Metrics, { kind, code, card_id: cardId, verdicts: stored }: Row): void {
  metrics.count(messages, { kind: String(kind) })
  if (kind !== 'authorization' && kind !== 'partner') return
  const outcome = outcomeOf(code)
  metrics.count(decisions, { outcome })
  const isPartner = kind === 'partner'
  if (outcome !== 'declined' && !isPartner) return
  const verdicts = verdictsIn(stored)
  if (isPartner) {
    const answer = verdicts.find(({ rule }) => rule === 'partner')?.outcome
    if (answer) metrics.count(partnerAnswers, { outcome: answer })
  }
  if (outcome !== 'declined') return
  const failed = verdicts.find(({ result }) => result === 'failed')
  metrics.count(declines, { reason: failed?.rule ?? (cardId === null ? 'unknown_card' : 'other') })
}

/** By field 39: approved, and a part of the amount. No code yet: a partner is asked. */
const outcomeOf = (code: unknown): string =>
  code === null ? 'asked' : code === '00' || code === '85' ? 'approved' : code === '10' ? 'partial' : 'declined'

/** They are written as text. */
function verdictsIn(stored: unknown): readonly Verdict[] {
  const text = (stored as { jsonText?: string } | null)?.jsonText
  return text === undefined ? [] : readVerdicts(JSON.parse(text) as StoredVerdicts)
}

/** The card networks' side, each of whose messages is timed. */
export const measuredNetwork = (metrics: Metrics, network: IssuerNetwork): IssuerNetwork =>
  metrics.isOn
    ? {
        ...network,
        send: async (request, wait) => {
          const began = performance.now()
          let code = 'error'
          try {
            const response = await network.send(request, wait)
            code = response.code
            return response
          } finally {
            metrics.observe(responseDurations, { kind: request.kind, code }, (performance.now() - began) / 1000)
          }
        },
      }
    : network
