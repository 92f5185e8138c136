import type { Rate } from '#core/rates'
import type { AssetId, DepositId } from '#issuing/deposits'
import type { HolderId, TopupId } from '#issuing/ids'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Quantity } from '#kernel/db/quantity.ts'
import type { ReceiptStatus } from './receipt-states.ts'

export type QuoteId = Brand<bigint, 'QuoteId'>

export const inputTypes = ['fiat', 'crypto'] as const
export type InputType = (typeof inputTypes)[number]

/** Exact, as a fraction: of the currency for one coin. */
export type CoinRate = Pick<Rate, 'numerator' | 'denominator'>

/** What a customer was offered. Rate and fees hold until it expires. */
export type Quote = {
  id: QuoteId
  holderId: HolderId
  assetId: AssetId
  inputType: InputType
  amount: Money
  /** Of the amount; the rest is credited. */
  fee: Money
  quantity: Quantity
  rate: CoinRate
  rateSource: string
  rateAsOf: Instant
  /** The wallet that will pay. */
  sender: string
  createdAt: Instant
  expiresAt: Instant
}

/** So long rate and fees of a quote hold (product decision, topups). */
export const quoteMinutes = 15

/** A topup in coins: its quote, and where it is paid to. */
export type CryptoOrder = { topupId: TopupId; address: string; quote: Quote }

/** A deposit at the address of an order, and how it was decided. */
export type Receipt = {
  id: DepositId
  version: number
  topupId: TopupId
  status: ReceiptStatus
  reason: string | undefined
  /** Once it is credited. */
  credited: { amount: Money; fee: Money; recovered: Money } | undefined
  dueAt: Instant | undefined
}
