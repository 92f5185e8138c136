import { z } from 'zod'
import type { Written } from '#acquiring/api'
import {
  amountShape,
  creationOf,
  creationShape,
  idShape,
  level3Record,
  level3Shape,
  momentShape,
  momentText,
  timestampOf,
  timestampShape,
} from '#acquiring/api'
import {
  isPayment,
  type Payment,
  publicStatus,
  type Transaction,
  type TransactionAction,
  type TransitionRecord,
} from '#acquiring/payments'
import {
  type CardOnFile,
  cardRecord,
  cardShape,
  customerDataRecord,
  customerDataShape,
  type Shopper,
} from '#acquiring/shoppers'
import type { Level3 } from '#connectors/acquirer/port.ts'
import { formatMoney, type Money, zero } from '#kernel/base/money.ts'
import { amountInEur } from './euro-rates.ts'
import { splitRecord, splitShape } from './split-record.ts'

/** The transaction records of wire fact 3.2. What does not exist here (wallets, fraud scores, providers) is null. */
const summary = {
  id: idShape,
  siteId: idShape,
  orderId: idShape,
  externalOrderId: z.string().nullable(),
  customerId: idShape,
  customerData: customerDataShape.nullable(),
  transactionType: z.enum(['deposit', 'refund', 'credit', 'chargeback', 'representment', 'verify-card']),
  transactionMethod: z.literal('card'),
  transactionStatus: z.string(),
  ip: z.string().nullable(),
  amount: amountShape.meta({
    description: 'The captured amount once something is captured; before, the requested amount.',
  }),
  currency: z.string().length(3),
  amountInEur: amountShape.meta({ description: 'By the reference rate of the day; to compare, not to account.' }),
  originalAmount: amountShape.meta({ description: 'What was authorized.' }),
  originalCurrency: z.string().length(3),
  refundedAmount: amountShape.meta({ description: 'Refunded, or about to be.' }),
  description: z.string(),
  customerCountry: z.string().nullable(),
  ...creationShape,
  transactionSource: z.enum(['service-call', 're-bill', 're-bill-micro', 'card-change']),
  adminId: z.null(),
  fraudScore: z.null(),
  cardProviderId: z.null(),
  cardProvider: z.null(),
  cardProviderName: z.null(),
  cardHolderName: z.string().nullable(),
  cardHolderCountry: z.string().nullable(),
  cardHolderState: z.string().nullable(),
  cardType: z.string(),
  cardNumber: z.string().meta({ description: 'The first six and the last four digits.' }),
  cardExpiryDate: z.string().regex(/^\d\d\/\d{4}$/),
  cardDescriptor: z.string(),
  cardId: idShape.nullable(),
  cardStatus: z.enum(['active', 'deleted']).nullable(),
  email: z.string().nullable(),
  backUrl: z.string().nullable(),
  externalCustomData: z.string().nullable(),
  ...splitShape,
  ...level3Shape,
  reason: z.string().nullable(),
  message: z.string().nullable(),
  parentTransactionId: idShape.nullable(),
  relatedTransactionIds: z.array(idShape),
}
export const transactionSummaryShape = z.strictObject(summary)
export type TransactionSummary = Written<z.output<typeof transactionSummaryShape>>

const componentShape = z.strictObject({
  componentId: idShape,
  componentType: z.enum(['auth', '3d', 'capture', 'void', 'cancel', 'refund', 'chargeback', 'representment', 'credit']),
  componentDate: momentShape,
  componentTimestamp: timestampShape,
  providerIntRef: z.string().nullable(),
  providerRc: z.string().meta({ description: '00, or why it was declined.' }),
  providerMessage: z.string(),
  providerAuth: z.string().nullable(),
  providerRrn: z.null(),
  providerArn: z.null(),
  providerIrd: z.null(),
  providerEci: z.string().nullable(),
  providerC: z.null(),
  providerNetworkTransactionId: z.string().nullable(),
  data: z.record(z.string(), z.string()),
})

export const transactionShape = z.strictObject({
  ...summary,
  card: cardShape.nullable(),
  components: z.array(componentShape),
})
export type TransactionRecord = Written<z.output<typeof transactionShape>>

/** What belongs to a transaction and is stored by other modules. */
export type Around = {
  shopper: Shopper | undefined
  order: OrderFacts | undefined
  card: CardOnFile | undefined
  /** As cardholders' statements show it. */
  descriptor: string
  /** What it followed, and what followed it. */
  relatedIds: readonly bigint[]
}
/** What a transaction's record says of its order. */
export type OrderFacts = {
  externalId: string
  backUrl: string | undefined
  customData: unknown
  level3: Level3 | undefined
  cardFacts?: { country?: string | undefined; state?: string | undefined; descriptor?: string | undefined } | undefined
}

export function summaryRecord(
  transaction: Transaction,
  { shopper, order, card, descriptor, relatedIds }: Around,
): TransactionSummary {
  const { currency } = transaction.amount
  const reversal = 'reversal' in transaction ? transaction.reversal : undefined
  const amount = transaction.captured.minor > 0n ? transaction.captured : transaction.amount
  return {
    id: transaction.id,
    siteId: transaction.siteId,
    orderId: transaction.orderId,
    externalOrderId: order?.externalId ?? null,
    customerId: transaction.shopperId,
    customerData: shopper ? customerDataRecord(shopper) : null,
    transactionType: transaction.type,
    transactionMethod: 'card',
    transactionStatus: publicStatus[transaction.status],
    ip: transaction.ip ?? null,
    amount: formatMoney(amount),
    currency,
    amountInEur: amountInEur(amount, transaction.createdAt.toZonedDateTimeISO('UTC').toPlainDate()),
    originalAmount: formatMoney(transaction.amount),
    originalCurrency: currency,
    refundedAmount: formatMoney(isPayment(transaction) ? refundedOf(transaction) : zero(currency)),
    description: transaction.description,
    customerCountry: shopper?.country ?? null,
    ...creationOf(transaction.createdAt),
    transactionSource: transaction.source,
    adminId: null,
    fraudScore: null,
    cardProviderId: null,
    cardProvider: null,
    cardProviderName: null,
    cardHolderName: transaction.card.holderName ?? null,
    cardHolderCountry: order?.cardFacts?.country ?? null,
    cardHolderState: order?.cardFacts?.state ?? null,
    cardType: transaction.card.brand,
    cardNumber: `${transaction.card.first6}******${transaction.card.last4}`,
    cardExpiryDate: transaction.card.expiry,
    cardDescriptor: order?.cardFacts?.descriptor ?? descriptor,
    cardId: card ? card.id : null,
    cardStatus: card ? card.status : null,
    email: shopper?.email ?? null,
    backUrl: order?.backUrl ?? null,
    externalCustomData: customText(order?.customData),
    ...splitRecord(transaction),
    ...level3Record(order?.level3),
    reason: reversal?.reason ?? null,
    message: reversal?.message ?? null,
    parentTransactionId: transaction.parentId ?? null,
    relatedTransactionIds: relatedIds,
  }
}

/** A cancelled capture went back whole (wire fact 12, row 12). */
const refundedOf = ({ status, captured, refunded }: Payment): Money =>
  status === 'cancelled' || status === 'cancelling' ? captured : refunded

/** A store may have sent an object; the record has text. */
const customText = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

export const transactionRecord = (
  transaction: Transaction,
  { transitions, ...around }: Around & { transitions: readonly TransitionRecord[] },
): TransactionRecord => ({
  ...summaryRecord(transaction, around),
  card: around.card ? cardRecord(around.card) : null,
  components: transitions.flatMap((transition) => componentsOf(transaction, transition)),
})

type ComponentType = z.output<typeof componentShape>['componentType']

/** What the acquirer did in a transition; a sale authorizes and captures at once. */
const componentTypes: Partial<Record<TransactionAction, readonly ComponentType[]>> = {
  approve: ['auth'],
  sell: ['auth', 'capture'],
  verify: ['auth'],
  decline: ['auth'],
  challenge: ['3d'],
  capture: ['capture'],
  void: ['void'],
  cancel: ['cancel'],
  refund: ['refund'],
  credit: ['credit'],
  chargeBack: ['chargeback'],
  win: ['chargeback'],
  lose: ['chargeback'],
  represent: ['representment'],
  overturn: ['representment'],
}

const componentTypesOf = ({ type }: Transaction, { action }: TransitionRecord): readonly ComponentType[] =>
  type === 'credit' && action === 'decline' ? ['credit'] : (componentTypes[action] ?? [])

function componentsOf(transaction: Transaction, transition: TransitionRecord): TransactionRecord['components'] {
  const done = transition.action !== 'decline'
  const declineReason = 'declineReason' in transaction ? transaction.declineReason : undefined
  const auth = isPayment(transaction) ? transaction : undefined
  return componentTypesOf(transaction, transition).map((componentType, index) => ({
    componentId: transition.id * 10n + BigInt(index),
    componentType,
    componentDate: momentText(transition.at),
    componentTimestamp: timestampOf(transition.at),
    providerIntRef: transaction.reference ?? null,
    providerRc: done ? '00' : (declineReason ?? 'declined'),
    providerMessage: done ? 'Approved' : 'Declined',
    providerAuth: auth?.authorizationCode ?? null,
    providerRrn: null,
    providerArn: null,
    providerIrd: null,
    providerEci: null,
    providerC: null,
    providerNetworkTransactionId: componentType === 'auth' ? (auth?.networkTransactionId ?? null) : null,
    data: dataOf(auth?.threeDSecure, componentType, transition),
  }))
}

/** Each component of a chargeback says the status of the dispute at that time. */
function dataOf(
  threeDSecure: string | undefined,
  type: ComponentType,
  { to }: TransitionRecord,
): Record<string, string> {
  if (type === 'chargeback') return { dispute: to }
  return threeDSecure && type === 'auth' ? { threeDSecure } : {}
}
