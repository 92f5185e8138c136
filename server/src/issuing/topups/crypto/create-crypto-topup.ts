import { getAddress, isAddress } from 'viem/utils'
import { type ChainAsset, findAssetById, findChainById, parseQuantity, planAddress } from '#issuing/deposits'
import { parseMoney } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { openTopup } from '../open-topup.ts'
import { refuse } from '../refusals.ts'
import type { Topup } from '../topup.ts'
import type { CryptoContext } from './context.ts'
import { makeQuote, type QuoteInput } from './make-quote.ts'
import { type Quote, quoteMinutes } from './quote.ts'
import { latestQuote } from './store.ts'

type NewCryptoTopup = QuoteInput & { once(subjectId: string): Write[] }

/**
 * An order with an address of its own. The customer's newest quote holds for it when it was made for the same request;
 * otherwise the order has a quote of its own, at the rate of now.
 */
export async function createCryptoTopup(ctx: CryptoContext, { once, ...input }: NewCryptoTopup): Promise<Topup> {
  const { holderId, partnerId } = input
  const quote = (await quoteFor(ctx, input)) ?? (await makeQuote(ctx, input))
  const asset = (await findAssetById(ctx.db, quote.assetId))!
  const chain = (await findChainById(ctx.db, asset.chainId))!
  if (!asset.active || !chain.active)
    throw refuse('coin_not_offered', { field: 'cryptoCurrency', asset: asset.code, chain: chain.name })
  const ordered = () => refuse('quote_ordered')
  return openTopup(ctx, {
    holderId,
    partnerId,
    type: 'crypto',
    amount: quote.amount,
    siteId: undefined,
    valid: Temporal.Duration.from({ minutes: quoteMinutes }),
    once,
    quoted: {
      fee: quote.fee,
      expiresAt: quote.expiresAt,
      plan: async (db, now, orderId) => {
        const { address, writes } = await planAddress(db, now, { chain, assetId: asset.id, orderId, holderId })
        const row = { topup_id: orderId, quote_id: quote.id, address, created_at: now }
        return [...writes, insert('topups.crypto_orders', row, { onDuplicate: { quote_ordered_once: ordered } })]
      },
    },
  })
}

async function quoteFor(ctx: CryptoContext, input: QuoteInput): Promise<Quote | undefined> {
  const quote = await latestQuote(ctx.db, input.holderId, ctx.clock.now())
  const asset = quote && (await findAssetById(ctx.db, quote.assetId))
  const chain = asset && (await findChainById(ctx.db, asset.chainId))
  return quote && asset && chain?.name === input.chain && isSame(quote, asset, input) ? quote : undefined
}

function isSame(quote: Quote, { code, decimals }: ChainAsset, input: QuoteInput): boolean {
  const { currency, digits, inputType, sender } = input
  if (quote.inputType !== inputType || quote.amount.currency !== currency || code !== input.asset) return false
  if (!isAddress(sender) || getAddress(sender) !== quote.sender) return false
  return inputType === 'fiat'
    ? parseMoney(digits, currency)?.minor === quote.amount.minor
    : parseQuantity(digits, decimals) === quote.quantity
}
