import { z } from 'zod'
import { channels, purposes } from '#connectors/network/message.ts'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { Conversion } from './billed.ts'
import { type HistoryMessage, messageKinds, type Transaction } from './transaction.ts'
import { transactionStates } from './transaction-states.ts'
import { deciders, verdictsOf } from './verdict.ts'

/** How transactions look to holders and their partners. */

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00.' })

export const transactionShape = z.strictObject({
  id: uuidShape,
  cardId: uuidShape,
  accountId: uuidShape,
  type: z.enum(purposes),
  status: z.enum(transactionStates.statuses),
  amount: amountShape.meta({ description: 'In the currency of the card: what was cleared, held or requested.' }),
  currency: z.string(),
  amounts: z.strictObject({
    authorized: amountShape,
    held: amountShape,
    cleared: amountShape,
    refunded: amountShape,
  }),
  merchantAmount: amountShape.meta({ description: 'As the merchant has requested it.' }),
  merchantCurrency: z.string(),
  exchange: z
    .strictObject({
      rate: z
        .string()
        .meta({ description: 'What one unit of the currency of the merchant is worth in that of the card.' }),
      asOf: momentShape,
      markup: amountShape.meta({ description: 'The part of the amount that is charged for the conversion.' }),
    })
    .optional()
    .meta({ description: 'Of the authorization, when the merchant has another currency than the card.' }),
  merchant: z.strictObject({
    id: z.string(),
    name: z.string(),
    city: z.string().optional(),
    country: z.string().optional(),
    category: z.string().meta({ description: 'The merchant category code (ISO 18245).' }),
  }),
  channel: z.enum(channels).optional(),
  authorizationCode: z.string().optional(),
  recurring: z.boolean(),
  forcePosted: z.boolean().meta({ description: 'The merchant has cleared it without an authorization of ours.' }),
  createdAt: momentShape,
  expiresAt: momentShape.optional().meta({ description: 'When the hold is released that is not cleared by then.' }),
})

const messageShape = z.strictObject({
  kind: z.enum(messageKinds),
  action: z.string().optional().meta({ description: 'What it has changed.' }),
  status: z.enum(transactionStates.statuses).optional().meta({ description: 'The status after it.' }),
  amount: amountShape,
  currency: z.string(),
  billedAmount: amountShape.optional().meta({ description: 'The same in the currency of the card.' }),
  code: z.string().optional().meta({
    description: 'How it was answered (ISO 8583, field 39). Absent: as the message of kind partner says.',
  }),
  receivedAt: momentShape,
})

const verdictShape = z.strictObject({
  rule: z.enum(deciders),
  result: z.enum(['passed', 'failed', 'notApplicable']),
})

export const detailedShape = transactionShape.extend({
  declineReason: z
    .enum(deciders)
    .optional()
    .meta({ description: 'The rule that has declined it; `partner`: your server has.' }),
  verdicts: z.array(verdictShape).meta({ description: 'What every rule has said of the authorization.' }),
  messages: z.array(messageShape).meta({ description: 'What the network has said, in the order in which it came.' }),
})

export function transactionRecord(transaction: Transaction): z.output<typeof transactionShape> {
  const { currency, merchantCurrency } = transaction
  const text = (minor: bigint) => formatMoney(money(minor, currency))
  return {
    id: transaction.id,
    cardId: transaction.cardId,
    accountId: transaction.accountId,
    type: transaction.type,
    status: transaction.status,
    amount: text(amountOf(transaction)),
    currency,
    amounts: {
      authorized: text(transaction.authorized),
      held: text(transaction.held),
      cleared: text(transaction.cleared),
      refunded: text(transaction.refunded),
    },
    merchantAmount: formatMoney(money(transaction.merchantMinor, merchantCurrency)),
    merchantCurrency,
    ...(transaction.conversion && { exchange: exchangeOf(transaction.conversion, text) }),
    merchant: {
      id: transaction.merchantId,
      name: transaction.merchantName,
      ...(transaction.merchantCity !== null && { city: transaction.merchantCity }),
      ...(transaction.merchantCountry !== null && { country: transaction.merchantCountry }),
      category: transaction.merchantCategory,
    },
    ...(transaction.channel !== null && { channel: transaction.channel }),
    ...(transaction.authorizationCode !== null && { authorizationCode: transaction.authorizationCode }),
    recurring: transaction.recurring,
    // What a refund brings needs no authorization.
    forcePosted: transaction.forced && transaction.type !== 'refund',
    createdAt: momentText(transaction.createdAt),
    ...(transaction.dueAt !== null && { expiresAt: momentText(transaction.dueAt) }),
  }
}

const exchangeOf = ({ rate, asOf, markup }: Conversion, text: (minor: bigint) => string) => ({
  rate: rate.replace(/\.?0+$/, ''),
  asOf: momentText(asOf),
  markup: text(markup),
})

/** The one amount that people mean: what has moved, or else what is reserved, or else what was asked for. */
function amountOf({ status, type, cleared, refunded, authorized, minor }: Transaction): bigint {
  if (status === 'settled') return type === 'refund' ? refunded : cleared
  return authorized > 0n ? authorized : (minor ?? 0n)
}

export function detailedRecord(
  transaction: Transaction,
  history: readonly HistoryMessage[],
): z.output<typeof detailedShape> {
  const verdicts = verdictsOf(history)
  const failed = verdicts.find(({ result }) => result === 'failed')
  return {
    ...transactionRecord(transaction),
    ...(failed && { declineReason: failed.rule }),
    // What was compared is for the partner: it says which limits there are.
    verdicts: verdicts.map(({ rule, result }) => ({ rule, result })),
    messages: history.map(({ kind, action, toStatus, minor, currency, billed, code, receivedAt }) => ({
      kind,
      ...(action && { action }),
      ...(toStatus && { status: toStatus }),
      amount: formatMoney(money(minor, currency)),
      currency,
      ...(billed !== null && { billedAmount: formatMoney(money(billed, transaction.currency)) }),
      ...(code !== null && { code }),
      receivedAt: momentText(receivedAt),
    })),
  }
}
