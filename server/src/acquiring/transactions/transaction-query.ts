import type { z } from 'zod'
import { ownerQuery, pageQuery } from '#acquiring/api'
import { merchantCurrencies, type OrderId, type PaymentId, type ShopperId } from '#acquiring/ids'
import { dateTypes, type TransactionFilter } from '#acquiring/payments'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { amount, id, idAbove, listOf, minorOf, moment, oneOf, optional, text } from '#kernel/http/field.ts'

/** Every filter of the list of transactions (wire fact 3.2). What none of our transactions have finds none. */
const statuses = [
  'start',
  '3d-pending',
  'in-progress',
  'complete-ok',
  'complete-failed',
  'void-ok',
  'cancel-ok',
  'refund-ok',
  'charge-back',
  'charge-back-in-progress',
  'uncertain',
  'expiring',
] as const
const types = [
  'deposit',
  'refund',
  'credit',
  'chargeback',
  'representment',
  'reinstatement',
  'capture-failure',
  'verify-card',
] as const
const sources = ['service-call', 're-bill', 're-bill-micro', 'card-change'] as const

export const transactionQuery = {
  ...pageQuery,
  ...ownerQuery,
  orderId: optional(id<OrderId>('the id of an order')),
  paymentLink: optional(text({ max: 64, what: 'the hash of a payment link' })),
  customerId: optional(id<ShopperId>('the id of a customer')),
  email: optional(text({ max: 150, what: 'the e-mail address of the customer' })),
  transactionMethod: optional(oneOf(['card', 'wallet', 'transfer'])),
  currency: optional(oneOf(merchantCurrencies)),
  amountFrom: optional(amount('the smallest amount')),
  amountTo: optional(amount('the largest amount')),
  transactionType: optional(oneOf(types)),
  transactionStatus: optional(listOf(oneOf(statuses), { max: 20 })),
  dateType: optional(oneOf(dateTypes)).meta({ default: 'creation', description: 'Which date the next two are about.' }),
  createdAtFrom: optional(moment()),
  createdAtTo: optional(moment()),
  greaterThanId: optional(idAbove()),
  source: optional(listOf(oneOf(sources), { max: 10 })),
  ip: optional(text({ max: 45, what: 'the IP address of the customer' })),
  fraudScoreGreaterThan: optional(text({ max: 20, what: 'a score' })),
  reason: optional(text({ max: 100, what: 'the reason of the reversal' })),
  userId: optional(text({ max: 20, what: 'the id of a user' })),
  cardProvider: optional(text({ max: 50, what: 'a provider' })),
  cardType: optional(text({ max: 20, what: 'a card scheme, such as visa' })),
  cardNumber: optional(
    text({
      max: 40,
      pattern: /^(?=.*\d)\d{0,19}(?:\*+\d{0,19})?$/,
      what: 'a card number with stars, such as 401288* or *1881',
    }),
  ),
  cardHolderName: optional(text({ max: 100, what: 'part of the name on the card' })),
  country: optional(text({ max: 2, what: 'the country code of the customer' })),
  state: optional(text({ max: 6, what: 'the state of the customer' })),
  walletProvider: optional(text({ max: 50, what: 'a provider' })),
  walletBrand: optional(text({ max: 50, what: 'a wallet' })),
  walletHolderName: optional(text({ max: 100, what: 'a name' })),
  walletHolderEmail: optional(text({ max: 150, what: 'an e-mail address' })),
  initialTransactionId: optional(id<PaymentId>('the id of the transaction that was refunded')),
}
type Query = z.output<z.ZodObject<typeof transactionQuery>>

export function filterOf(
  query: Query,
  { from, to }: { from: Instant | undefined; to: Instant | undefined },
): TransactionFilter {
  return {
    orderId: query.orderId,
    link: query.paymentLink,
    shopperId: query.customerId,
    email: query.email,
    country: query.country?.toUpperCase(),
    state: query.state?.toUpperCase(),
    currency: query.currency,
    minorFrom: query.amountFrom && minorOf(query.amountFrom),
    minorTo: query.amountTo && minorOf(query.amountTo),
    type: query.transactionType,
    statuses: query.transactionStatus,
    date: query.dateType,
    from,
    to,
    idAbove: query.greaterThanId,
    sources: query.source,
    ip: query.ip,
    reason: query.reason,
    brand: query.cardType?.toLowerCase(),
    ...cardEnds(query.cardNumber),
    holderName: query.cardHolderName ?? query.walletHolderName,
    parentId: query.initialTransactionId,
    wallets: walletsOf(query),
    withoutWallet: query.transactionMethod === 'card',
    impossible: isImpossible(query),
  }
}

/** Who runs a wallet. */
export const walletProviders: Readonly<Record<WalletType, string>> = { applePay: 'apple', googlePay: 'google' }
const wallets = ['applePay', 'googlePay'] as const

/** The wallets that all filters about them mean; undefined: none of them asks for one. */
function walletsOf({
  transactionMethod,
  walletProvider,
  walletBrand,
  walletHolderName,
}: Query): readonly WalletType[] | undefined {
  const isAsked = [walletProvider, walletBrand, walletHolderName].some((sought) => sought !== undefined)
  if (transactionMethod !== 'wallet' && !isAsked) return undefined
  const isNamed = (sought: string | undefined, name: string) =>
    sought === undefined || sought.toLowerCase().replaceAll(/[\s_-]/g, '') === name.toLowerCase()
  return wallets.filter((wallet) => isNamed(walletBrand, wallet) && isNamed(walletProvider, walletProviders[wallet]))
}

const isImpossible = (query: Query): boolean =>
  query.transactionMethod === 'transfer' ||
  [query.fraudScoreGreaterThan, query.userId, query.cardProvider, query.walletHolderEmail].some(
    (requested) => requested !== undefined,
  )

/** Six digits at the beginning and four at the end are all that is known of a number; more of them is not compared. */
function cardEnds(mask: string | undefined): Pick<TransactionFilter, 'cardBegins' | 'cardEnds'> {
  if (mask === undefined) return {}
  const [head, tail] = mask.includes('*') ? [mask.replace(/\*.*/, ''), mask.replace(/.*\*/, '')] : [mask, mask]
  return { cardBegins: head.slice(0, 6) || undefined, cardEnds: tail.slice(-4) || undefined }
}
