import { z } from 'zod'
import type { Written } from '#acquiring/api'
import {
  amountShape,
  creationOf,
  creationShape,
  idShape,
  momentShape,
  momentText,
  timestampOf,
  timestampShape,
} from '#acquiring/api'
import {
  type CardOnFile,
  cardRecord,
  cardShape,
  customerDataRecord,
  customerDataShape,
  type Shopper,
} from '#acquiring/shoppers'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { amountInEur } from './euro-rates.ts'
import type { Payment } from './payment.ts'
import { type PaymentAction, type PaymentStatus, publicStatus } from './payment-states.ts'

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
  amount: amountShape.meta({ description: 'What was taken, as soon as something was; before, what is asked for.' }),
  currency: z.string().length(3),
  amountInEur: amountShape.meta({ description: 'By the reference rate of the day; to compare, not to account.' }),
  originalAmount: amountShape.meta({ description: 'What was authorized.' }),
  originalCurrency: z.string().length(3),
  refundedAmount: amountShape.meta({ description: 'Given back, or on its way back.' }),
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
  cardHolderCountry: z.null(),
  cardHolderState: z.null(),
  cardType: z.string(),
  cardNumber: z.string().meta({ description: 'The first six and the last four digits.' }),
  cardExpiryDate: z.string().regex(/^\d\d\/\d{4}$/),
  cardDescriptor: z.string(),
  cardId: idShape.nullable(),
  cardStatus: z.enum(['active', 'deleted']).nullable(),
  email: z.string().nullable(),
  backUrl: z.string().nullable(),
  externalCustomData: z.string().nullable(),
  transactionOption: z.null(),
  splitStatus: z.null(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
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
  parentTransactionId: idShape.nullable(),
  relatedTransactionIds: z.array(idShape),
  card: cardShape.nullable(),
  components: z.array(componentShape),
})
export type Transaction = Written<z.output<typeof transactionShape>>

/** What belongs to a payment and is kept elsewhere. */
export type Around = {
  shopper: Shopper | undefined
  order: OrderFacts | undefined
  card: CardOnFile | undefined
  /** As it stands on the statements of cardholders. */
  descriptor: string
}
/** What a transaction's record says of its order. */
export type OrderFacts = { externalId: string; backUrl: string | undefined; customData: unknown }

export function summaryRecord(payment: Payment, { shopper, order, card, descriptor }: Around): TransactionSummary {
  const { currency } = payment.amount
  const amount = payment.captured.minor > 0n ? payment.captured : payment.amount
  return {
    id: payment.id,
    siteId: payment.siteId,
    orderId: payment.orderId,
    externalOrderId: order?.externalId ?? null,
    customerId: payment.shopperId,
    customerData: shopper ? customerDataRecord(shopper) : null,
    transactionType: payment.type,
    transactionMethod: 'card',
    transactionStatus: publicStatus[payment.status],
    ip: payment.ip ?? null,
    amount: formatMoney(amount),
    currency,
    amountInEur: amountInEur(amount, payment.createdAt.toZonedDateTimeISO('UTC').toPlainDate()),
    originalAmount: formatMoney(payment.amount),
    originalCurrency: currency,
    refundedAmount: formatMoney(payment.refunded),
    description: payment.description,
    customerCountry: shopper?.country ?? null,
    ...creationOf(payment.createdAt),
    transactionSource: payment.source,
    adminId: null,
    fraudScore: null,
    cardProviderId: null,
    cardProvider: null,
    cardProviderName: null,
    cardHolderName: payment.card.holderName ?? null,
    cardHolderCountry: null,
    cardHolderState: null,
    cardType: payment.card.brand,
    cardNumber: `${payment.card.first6}******${payment.card.last4}`,
    cardExpiryDate: payment.card.expiry,
    cardDescriptor: descriptor,
    cardId: card ? card.id : null,
    cardStatus: card ? card.status : null,
    email: shopper?.email ?? null,
    backUrl: order?.backUrl ?? null,
    externalCustomData: customText(order?.customData),
    transactionOption: null,
    splitStatus: null,
    reason: payment.reversal?.reason ?? null,
    message: payment.reversal?.message ?? null,
  }
}

/** A store may have sent an object; the record has text. */
const customText = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

export type TransitionRecord = { id: bigint; action: PaymentAction | 'start'; to: PaymentStatus; at: Instant }

export const transactionRecord = (
  payment: Payment,
  {
    relatedIds,
    transitions,
    ...around
  }: Around & { relatedIds: readonly bigint[]; transitions: readonly TransitionRecord[] },
): Transaction => ({
  ...summaryRecord(payment, around),
  parentTransactionId: payment.parentId ?? null,
  relatedTransactionIds: relatedIds,
  card: around.card ? cardRecord(around.card) : null,
  components: transitions.flatMap((transition) => componentsOf(payment, transition)),
})

type ComponentType = z.output<typeof componentShape>['componentType']

/** What the acquirer did in a move; a sale authorizes and captures at once. */
const componentTypes: Partial<Record<PaymentAction | 'start', readonly ComponentType[]>> = {
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

const componentTypesOf = ({ type }: Payment, { action }: TransitionRecord): readonly ComponentType[] =>
  type === 'credit' && action === 'decline' ? ['credit'] : (componentTypes[action] ?? [])

function componentsOf(payment: Payment, transition: TransitionRecord): Transaction['components'] {
  const done = transition.action !== 'decline'
  return componentTypesOf(payment, transition).map((componentType, index) => ({
    componentId: transition.id * 10n + BigInt(index),
    componentType,
    componentDate: momentText(transition.at),
    componentTimestamp: timestampOf(transition.at),
    providerIntRef: payment.reference ?? null,
    providerRc: done ? '00' : (payment.declineReason ?? 'declined'),
    providerMessage: done ? 'Approved' : 'Declined',
    providerAuth: payment.authorizationCode ?? null,
    providerRrn: null,
    providerArn: null,
    providerIrd: null,
    providerEci: null,
    providerC: null,
    providerNetworkTransactionId: componentType === 'auth' ? (payment.networkTransactionId ?? null) : null,
    data: dataOf(payment, componentType, transition),
  }))
}

/** Of a charge-back, each component says how the dispute stood then. */
function dataOf({ threeDSecure }: Payment, type: ComponentType, { to }: TransitionRecord): Record<string, string> {
  if (type === 'chargeback') return { dispute: to }
  return threeDSecure && type === 'auth' ? { threeDSecure } : {}
}
