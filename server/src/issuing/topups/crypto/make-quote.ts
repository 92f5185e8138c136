import { getAddress, isAddress } from 'viem/utils'
import type { PartnerId } from '#core/partners'
import {
  type ChainAsset,
  chainNamed,
  findAsset,
  findCursor,
  formatQuantity,
  parseQuantity,
  type WatchedChain,
} from '#issuing/deposits'
import type { HolderId } from '#issuing/ids'
import { settingsOf } from '#issuing/programmes'
import { isListedWallet } from '#issuing/screening'
import { type Currency, compare, formatMoney, parseMoney } from '#kernel/base/money.ts'
import { commit, insert, ref } from '#kernel/db/commit/commit.ts'
import { quantity } from '#kernel/db/quantity.ts'
import { feeOf } from '../limits.ts'
import { refuse } from '../refusals.ts'
import type { CryptoContext } from './context.ts'
import { coinsFor, worthOf } from './convert-coins.ts'
import { type InputType, type Quote, type QuoteId, quoteMinutes } from './quote.ts'
import { findQuote } from './store.ts'

/** What a customer sends for a quote, its fees, and the order. */
export type QuoteInput = {
  holderId: HolderId
  partnerId: PartnerId
  currency: Currency
  /** The code of the coin. */
  asset: string
  /** As it was sent: of the currency or of the coin, as the type says. */
  digits: string
  inputType: InputType
  chain: string
  sender: string
}

/** What a topup would come to at the rate of now. */
export type Offer = Omit<Quote, 'id' | 'createdAt' | 'expiresAt'> & { chain: WatchedChain; asset: ChainAsset }

/** Refuses by field name what cannot be offered. */
export async function makeOffer(ctx: CryptoContext, input: QuoteInput): Promise<Offer> {
  const { holderId, partnerId, currency, digits, inputType } = input
  const chain = await chainNamed(ctx, input.chain)
  const asset = await findAsset(ctx.db, chain.id, input.asset)
  if (!asset?.active || !chain.active)
    throw refuse('coin_not_offered', { field: 'cryptoCurrency', asset: input.asset, chain: chain.name })
  // What is paid before the first look at a chain would never be seen.
  if ((await findCursor(ctx.db, chain.id))?.blockNumber === undefined)
    throw refuse('chain_not_read', { chain: chain.name })
  if (!isAddress(input.sender)) throw refuse('invalid_sender', { field: 'senderAddress' })
  const sender = getAddress(input.sender)
  if (await isListedWallet(ctx.db, sender)) throw refuse('sender_not_accepted', { field: 'senderAddress' })
  const now = ctx.clock.now()
  const rate = await ctx.rates.at(now, asset.code, currency)
  if (!rate) throw refuse('no_coin_rate', { asset: asset.code, currency })
  const { decimals } = asset
  const units = inputType === 'crypto' ? parseQuantity(digits, decimals) : undefined
  const fiat = inputType === 'fiat' ? parseMoney(digits, currency) : undefined
  const amount = fiat ?? (units === undefined ? undefined : worthOf(units, { rate, decimals, currency }))
  if (!amount || amount.minor === 0n) throw refuse('invalid_topup_amount', { field: 'amount', inputType })
  const coins = units ?? coinsFor(amount, { rate, decimals })
  checkRange(asset, coins)
  const { topupFees } = await settingsOf(ctx.db, partnerId)
  const fee = feeOf(topupFees, 'crypto', amount)
  if (compare(fee, amount) >= 0) throw refuse('topup_below_fee', { field: 'amount', fee: formatMoney(fee), currency })
  const { numerator, denominator, source: rateSource, asOf: rateAsOf } = rate
  const facts = { holderId, assetId: asset.id, inputType, amount, fee, quantity: quantity(coins), sender, chain, asset }
  return { ...facts, rate: { numerator, denominator }, rateSource, rateAsOf }
}

function checkRange({ code, decimals, minimum, maximum }: ChainAsset, coins: bigint): void {
  const range = { min: formatQuantity(minimum, decimals), max: formatQuantity(maximum, decimals), asset: code }
  if (coins < minimum || coins > maximum) throw refuse('quantity_out_of_range', { field: 'amount', ...range })
}

/** An offer that holds for 15 minutes. */
export async function makeQuote(ctx: CryptoContext, input: QuoteInput): Promise<Quote> {
  const { holderId, assetId, inputType, amount, fee, quantity: coins, sender, ...offer } = await makeOffer(ctx, input)
  const now = ctx.clock.now()
  const as = ref('quote')
  const row = {
    holder_id: holderId,
    asset_id: assetId,
    input_type: inputType,
    currency: amount.currency,
    minor: amount.minor,
    fee_minor: fee.minor,
    quantity: coins,
    rate_numerator: String(offer.rate.numerator),
    rate_denominator: String(offer.rate.denominator),
    rate_source: offer.rateSource,
    rate_as_of: offer.rateAsOf,
    sender,
    created_at: now,
    expires_at: now.add({ minutes: quoteMinutes }),
  }
  const committed = await commit(ctx, now, [insert('topups.quotes', row, { as })], 'make-quote')
  return findQuote(ctx.db, committed<QuoteId>(as))
}
