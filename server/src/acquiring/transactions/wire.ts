import { z } from 'zod'
import type { Written } from '#acquiring/api'
import {
  amountShape,
  creationOf,
  creationShape,
  idShape,
  itemsRecord,
  itemsShape,
  level3Record,
  level3Shape,
  momentShape,
  momentText,
  timestampOf,
  timestampShape,
} from '#acquiring/api'
import type { BinFacts } from '#acquiring/bins'
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
import { walletProviders } from './transaction-query.ts'

/** The transaction records of wire fact 3.2. What is not known is left out (wire fact 12, row 14), as is what does not exist
 * here: fraud scores, names of processors. Only `ip` and what a split payment says are null where there is none. */
const summary = {
  id: idShape,
  siteId: idShape,
  orderId: idShape,
  externalOrderId: z.string().optional(),
  customerId: idShape,
  customerData: customerDataShape.optional(),
  transactionType: z.enum([
    'deposit',
    'refund',
    'credit',
    'chargeback',
    'representment',
    'reinstatement',
    'capture-failure',
    'verify-card',
  ]),
  transactionMethod: z.enum(['card', 'wallet']),
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
  customerCountry: z.string().optional(),
  ...creationShape,
  transactionSource: z.enum(['service-call', 're-bill', 're-bill-micro', 'card-change']),
  walletProvider: z.string().optional().meta({ description: 'Who runs the wallet that paid: apple or google.' }),
  walletBrand: z.enum(['applePay', 'googlePay']).optional(),
  cardHolderName: z.string().optional(),
  cardHolderCountry: z.string().optional(),
  cardHolderState: z.string().optional(),
  cardType: z.string(),
  cardNumber: z.string().meta({ description: 'The first six and the last four digits.' }),
  cardExpiryDate: z.string().regex(/^\d\d\/\d{4}$/),
  cardDescriptor: z.string(),
  cardId: idShape.optional(),
  cardStatus: z.enum(['active', 'deleted']).optional(),
  email: z.string().optional(),
  backUrl: z.string().optional(),
  externalCustomData: z.string().optional(),
  ...splitShape,
  ...level3Shape,
  reason: z.string().optional(),
  message: z.string().optional(),
  parentTransactionId: idShape.optional(),
  relatedTransactionIds: z.array(idShape),
}
export const transactionSummaryShape = z.strictObject(summary)
export type TransactionSummary = Written<z.output<typeof transactionSummaryShape>>

const componentShape = z.strictObject({
  componentId: idShape,
  componentType: z.enum(['auth', '3d', 'capture', 'void', 'cancel', 'refund', 'chargeback', 'representment', 'credit']),
  componentDate: momentShape,
  componentTimestamp: timestampShape,
  providerIntRef: z.string().optional(),
  providerRc: z.string().meta({ description: '00, or why it was declined.' }),
  providerMessage: z.string(),
  providerAuth: z.string().optional(),
  providerEci: z.string().optional(),
  providerNetworkTransactionId: z.string().optional(),
  data: z.record(z.string(), z.string()),
})

export const transactionShape = z.strictObject({
  ...summary,
  ...itemsShape,
  card: cardShape.optional(),
  components: z.array(componentShape),
})
export type TransactionRecord = Written<z.output<typeof transactionShape>>

/** What belongs to a transaction and is stored by other modules. */
export type Around = {
  shopper: Shopper | undefined
  order: OrderFacts | undefined
  card: CardOnFile | undefined
  /** Of the card, for the record of one transaction. */
  bin?: BinFacts
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
  items: Parameters<typeof itemsRecord>[0]
  level3: Level3 | undefined
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
    externalOrderId: order?.externalId,
    customerId: transaction.shopperId,
    customerData: shopper ? customerDataRecord(shopper) : undefined,
    transactionType: transaction.type,
    transactionMethod: transaction.card.wallet ? 'wallet' : 'card',
    transactionStatus: publicStatus[transaction.status],
    ip: transaction.ip ?? null,
    amount: formatMoney(amount),
    currency,
    amountInEur: amountInEur(amount, transaction.createdAt.toZonedDateTimeISO('UTC').toPlainDate()),
    originalAmount: formatMoney(transaction.amount),
    originalCurrency: currency,
    refundedAmount: formatMoney(isPayment(transaction) ? refundedOf(transaction) : zero(currency)),
    description: transaction.description,
    customerCountry: shopper?.country,
    ...creationOf(transaction.createdAt),
    transactionSource: transaction.source,
    ...walletRecord(transaction),
    cardHolderName: transaction.card.holderName,
    cardHolderCountry: transaction.card.facts?.country,
    cardHolderState: transaction.card.facts?.state,
    cardType: transaction.card.brand,
    cardNumber: `${transaction.card.first6}******${transaction.card.last4}`,
    cardExpiryDate: transaction.card.expiry,
    cardDescriptor: transaction.card.facts?.descriptor ?? descriptor,
    cardId: card?.id,
    cardStatus: card?.status,
    email: shopper?.email,
    backUrl: order?.backUrl,
    externalCustomData: customText(order?.customData),
    ...splitRecord(transaction),
    ...level3Record(order?.level3),
    reason: reversal?.reason,
    message: reversal?.message,
    parentTransactionId: transaction.parentId,
    relatedTransactionIds: relatedIds,
  }
}

/** Both are left out of a payment by a card (wire fact 12, row 14). */
const walletRecord = ({
  card: { wallet },
}: Transaction): Pick<TransactionSummary, 'walletProvider' | 'walletBrand'> => ({
  walletProvider: wallet && walletProviders[wallet.type],
  walletBrand: wallet?.type,
})

/** A cancelled capture went back whole (wire fact 12, row 12). */
const refundedOf = ({ status, captured, refunded }: Payment): Money =>
  status === 'cancelled' || status === 'cancelling' ? captured : refunded

/** A store may have sent an object; the record has text. */
const customText = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

export const transactionRecord = (
  transaction: Transaction,
  { transitions, ...around }: Around & { transitions: readonly TransitionRecord[] },
): TransactionRecord => ({
  ...summaryRecord(transaction, around),
  ...itemsRecord(around.order?.items ?? []),
  card: around.card && cardRecord(around.card, around.bin ?? {}),
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
    providerIntRef: transaction.reference,
    providerRc: done ? '00' : (declineReason ?? 'declined'),
    providerMessage: done ? 'Approved' : 'Declined',
    providerAuth: auth?.authorizationCode,
    providerEci: componentType === 'auth' ? eciOf(transaction) : undefined,
    providerNetworkTransactionId: componentType === 'auth' ? auth?.networkTransactionId : undefined,
    data: dataOf(auth, componentType, transition),
  }))
}

/**
 * The electronic commerce indicator of 3-D Secure, as the networks number it: Mastercard and Maestro 02 and 01, the others
 * 05 and 06, for a cardholder who was authenticated and for an attempt. Without 3-D Secure there is none.
 */
function eciOf(transaction: Transaction): string | undefined {
  const result = isPayment(transaction) ? transaction.threeDSecure : undefined
  if (!result || result === 'none') return undefined
  const [authenticated, attempted] = ownEci.has(transaction.card.brand) ? ['02', '01'] : ['05', '06']
  return result === 'attempted' ? attempted : authenticated
}
const ownEci: ReadonlySet<string> = new Set(['mastercard', 'maestro'])

/**
 * What the bank and the networks found out in an authorization. Each component of a chargeback says the status of the
 * dispute at that time.
 */
function dataOf(auth: Payment | undefined, type: ComponentType, { to }: TransitionRecord): Record<string, string> {
  if (type === 'chargeback') return { dispute: to }
  if (type !== 'auth' || !auth) return {}
  const { threeDSecure, checks } = auth
  return { ...(threeDSecure && { threeDSecure }), ...checks }
}
