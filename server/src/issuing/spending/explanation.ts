import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { formatMoney, money } from '#kernel/base/money.ts'
import { actionSentences, demands } from './explanation-texts.ts'
import { reasonCodes } from './reasons.ts'
import { type HistoryMessage, messageKinds, type Transaction } from './transaction.ts'
import { type TransactionAction, transactionStates } from './transaction-states.ts'
import { deciders, questionOutcomes, type Verdict } from './verdict.ts'
import { transactionRecord, transactionShape } from './wire.ts'

/** Why a transaction was decided as it was, for the partner: what every rule has compared, and who has decided. */

const parties = ['rules', 'partner', 'fallback', 'holder', 'standIn', 'network', 'clock'] as const
type Party = (typeof parties)[number]

const verdictShape = z.strictObject({
  rule: z.enum(deciders),
  demands: z.string().meta({ description: 'What the rule demands, in a sentence.' }),
  result: z.enum(['passed', 'failed', 'notApplicable']),
  code: z.string().optional().meta({ description: 'Of a decline by it (ISO 8583, field 39).' }),
  because: z.string().optional().meta({ description: 'What was compared, in English.' }),
  reason: z
    .strictObject({
      code: z.enum(reasonCodes),
      details: z.record(z.string(), z.string()).optional().meta({ description: 'What the sentence is about.' }),
    })
    .optional()
    .meta({ description: 'The same as `because`, for programs.' }),
  outcome: z.enum(questionOutcomes).optional().meta({ description: 'Of `partner`: what came of the question.' }),
  tookMs: z.int().optional().meta({ description: 'Of `partner`: how long your server has taken.' }),
})

const messageShape = z.strictObject({
  kind: z.enum(messageKinds),
  decidedBy: z.enum(parties),
  text: z.string().meta({ description: 'What it has changed, in a sentence.' }),
  action: z.enum(Object.keys(actionSentences) as TransactionAction[]).optional(),
  status: z.enum(transactionStates.statuses).optional().meta({ description: 'The status after it.' }),
  amount: z.string(),
  currency: z.string(),
  billedAmount: z.string().optional().meta({ description: 'The same in the currency of the card.' }),
  code: z.string().optional().meta({ description: 'How it was answered (ISO 8583, field 39).' }),
  verdicts: z.array(verdictShape).meta({ description: 'Of every rule, where there was something to decide.' }),
  receivedAt: momentShape,
})

export const explanationShape = z.strictObject({
  transactionId: uuidShape,
  customerId: z.string(),
  decidedBy: z
    .enum(parties)
    .optional()
    .meta({ description: 'Who has approved or declined it. Absent: it is not decided.' }),
  declineReason: z.enum(deciders).optional().meta({ description: 'The rule that has declined it, or `partner`.' }),
  transaction: transactionShape,
  messages: z.array(messageShape).meta({ description: 'In the order in which they came.' }),
})

export function explanationOf(
  transaction: Transaction,
  history: readonly HistoryMessage[],
): z.output<typeof explanationShape> {
  const decided = history.find(isDecision)
  const failed = decided?.verdicts?.find(({ result }) => result === 'failed')
  return {
    transactionId: transaction.id,
    customerId: transaction.holderId,
    ...(decided && { decidedBy: partyOf(decided) }),
    ...(failed && { declineReason: failed.rule }),
    transaction: transactionRecord(transaction),
    messages: history.map((message) => ({
      kind: message.kind,
      decidedBy: partyOf(message),
      text: sentenceOf(message),
      ...(message.action && { action: message.action }),
      ...(message.toStatus && { status: message.toStatus }),
      amount: formatMoney(money(message.minor, message.currency)),
      currency: message.currency,
      ...(message.billed !== null && { billedAmount: formatMoney(money(message.billed, transaction.currency)) }),
      ...(message.code !== null && { code: message.code }),
      verdicts: (message.verdicts ?? []).map(verdictRecord),
      receivedAt: momentText(message.receivedAt),
    })),
  }
}

const verdictRecord = ({ rule, result, ...more }: Verdict): z.output<typeof verdictShape> => ({
  rule,
  demands: demands[rule],
  result,
  ...(more.code !== undefined && { code: more.code }),
  ...(more.because !== undefined && { because: more.because }),
  ...(more.reason !== undefined && { reason: more.reason }),
  ...(more.outcome !== undefined && { outcome: more.outcome }),
  ...(more.tookMs !== undefined && { tookMs: more.tookMs }),
})

/** The message that has approved or declined the transaction; a question is no decision yet. */
const isDecision = ({ action }: HistoryMessage): boolean =>
  action !== null && ['approve', 'decline', 'post', 'complete', 'force', 'credit'].includes(action)

function partyOf({ kind, action, verdicts }: HistoryMessage): Party {
  switch (kind) {
    case 'authorization':
      return 'rules'
    case 'partner': {
      const outcome = verdicts?.[0]?.outcome
      if (outcome === 'abandoned') return 'clock'
      return outcome === 'approved' || outcome === 'declined' ? 'partner' : 'fallback'
    }
    case 'advice':
      return action === 'replace' ? 'network' : 'standIn'
    case 'challenge':
      // One that was refused without asking the holder has verdicts.
      return verdicts ? 'rules' : 'holder'
    case 'reversal':
    case 'clearing':
    case 'refund':
      return 'network'
    case 'clock':
      return 'clock'
  }
}

function sentenceOf(message: HistoryMessage): string {
  const { kind, action, code, verdicts } = message
  const failed = verdicts?.find(({ result }) => result === 'failed')
  if (kind === 'partner') return sentenceOfPartner(message, failed)
  if (failed) return `Declined by the rule ${failed.rule}: ${failed.because ?? demands[failed.rule]}.`
  if (action === 'increase' && code === null)
    return 'All rules approve the increment, which is held; your server is asked.'
  return (action && actionSentences[action]) ?? 'Nothing has changed.'
}

function sentenceOfPartner({ action, verdicts }: HistoryMessage, failed: Verdict | undefined): string {
  const because = verdicts?.[0]?.because ?? 'your server was asked'
  const text = `${because.slice(0, 1).toUpperCase()}${because.slice(1)}.`
  if (failed && action === null) return `${text} It was over already, and nothing has changed.`
  return text
}
