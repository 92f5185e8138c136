import { z } from 'zod'
import { type IssuingCall, type IssuingRoute, issuingRoute } from '#issuing/api'
import { assetsOf, chainNamed, chainsOf, findAsset, findAssetById, findChainById } from '#issuing/deposits'
import { decimalNumber, oneOf, text } from '#kernel/http/field.ts'
import { currencies } from '../currencies.ts'
import { refuse } from '../refusals.ts'
import { topupRecord, topupShape } from '../shapes.ts'
import { getTopup } from '../store.ts'
import type { Topup } from '../topup.ts'
import type { CryptoContext } from './context.ts'
import { createCryptoTopup } from './create-crypto-topup.ts'
import { cryptoFactsOf } from './crypto-facts.ts'
import { makeOffer, makeQuote, type QuoteInput } from './make-quote.ts'
import { inputTypes } from './quote.ts'
import {
  currencyRecord,
  currencyShape,
  limitsRecord,
  limitsShape,
  offerRecord,
  offerShape,
  quoteRecord,
  quoteShape,
} from './wire.ts'

const group = 'Topups'
const reading = { group, caller: 'holder', permission: 'topups:read' } as const
const chainField = text({ max: 30, what: 'the name of a chain, as GET /topups/crypto/currencies lists it' })
const coinField = text({ max: 10, what: 'the identifier of a coin, such as USDC' })

const body = z.object({
  fiatCurrency: oneOf(currencies),
  cryptoCurrency: coinField,
  amount: decimalNumber('an amount, such as 100 or 0.05'),
  inputType: oneOf(inputTypes).meta({ description: 'What amount counts: fiatCurrency or cryptoCurrency.' }),
  blockchain: chainField,
  senderAddress: text({ max: 42, what: 'the wallet that will pay: 0x and 40 hexadecimal digits' }),
})

type Caller = IssuingCall<'holder', unknown, unknown, unknown>['caller']
const inputOf = (caller: Caller, sent: z.output<typeof body>): QuoteInput => ({
  ...caller,
  currency: sent.fiatCurrency,
  asset: sent.cryptoCurrency,
  digits: sent.amount,
  inputType: sent.inputType,
  chain: sent.blockchain,
  sender: sent.senderAddress,
})

export const cryptoRoutes = (ctx: CryptoContext): IssuingRoute[] => [
  currenciesRoute(ctx),
  limitsRoute(ctx),
  quoteRoute(ctx),
  feesRoute(ctx),
  orderRoute(ctx),
]

const currenciesRoute = (ctx: CryptoContext) =>
  issuingRoute({
    ...reading,
    method: 'GET',
    path: '/topups/crypto/currencies',
    operationId: 'getSupportedCryptoTopupCurrencies',
    summary: 'The coins in which topups are taken, on each chain',
    reply: z.array(currencyShape),
    run: async () => {
      const [chains, assets] = await Promise.all([chainsOf(ctx.db), assetsOf(ctx.db)])
      return chains
        .filter(({ active }) => active)
        .flatMap((chain) =>
          assets
            .filter(({ chainId, active }) => chainId === chain.id && active)
            .map((asset) => currencyRecord(chain, asset)),
        )
    },
  })

const limitsRoute = (ctx: CryptoContext) =>
  issuingRoute({
    ...reading,
    method: 'GET',
    path: '/topups/crypto/limits',
    operationId: 'getCryptoTopupLimits',
    summary: 'The least and the most of a coin',
    about: 'What the customer may top up in a currency holds besides: GET /topups/limits.',
    query: z.object({ blockchain: chainField, identifier: coinField }),
    reply: limitsShape,
    run: async ({ query: { blockchain, identifier } }) => {
      const chain = await chainNamed(ctx, blockchain)
      const asset = await findAsset(ctx.db, chain.id, identifier)
      if (!asset?.active || !chain.active)
        throw refuse('coin_not_offered', { field: 'identifier', asset: identifier, chain: chain.name })
      return limitsRecord(chain, asset)
    },
  })

const quoteRoute = (ctx: CryptoContext) =>
  issuingRoute({
    ...reading,
    method: 'POST',
    path: '/topups/crypto/exchange-rate',
    operationId: 'getCryptoExchangeRate',
    summary: 'A quote: rate and fees that hold for 15 minutes',
    about: 'The newest quote of the customer holds for an order with the same body.',
    body,
    reply: quoteShape,
    run: async ({ caller, body: sent }) => {
      const quote = await makeQuote(ctx, inputOf(caller, sent))
      const asset = (await findAssetById(ctx.db, quote.assetId))!
      return quoteRecord(quote, { asset, chain: (await findChainById(ctx.db, asset.chainId))! })
    },
  })

const feesRoute = (ctx: CryptoContext) =>
  issuingRoute({
    ...reading,
    method: 'POST',
    path: '/topups/crypto/fees',
    operationId: 'computeCryptoTopupFees',
    summary: 'What a topup would cost at the rate of now',
    about: 'Nothing is kept of it. The fee of the chain itself is paid by the wallet, besides.',
    body,
    reply: offerShape,
    run: async ({ caller, body: sent }) => {
      const offer = await makeOffer(ctx, inputOf(caller, sent))
      return offerRecord(offer, offer)
    },
  })

const orderRoute = (ctx: CryptoContext) =>
  issuingRoute({
    group,
    caller: 'holder',
    permission: 'topups:create',
    method: 'POST',
    path: '/topups/crypto',
    operationId: 'createCryptoTopup',
    summary: 'Create a topup that is paid in coins',
    about: 'Replies the address to pay to, which is for this topup only. Send all in one payment from senderAddress.',
    status: 201,
    repeated: 'stored',
    body,
    reply: topupShape,
    run: async ({ caller, body: sent, once }) =>
      recordOf(ctx, await createCryptoTopup(ctx, { ...inputOf(caller, sent), once })),
    recover: async (_caller, id) => recordOf(ctx, await getTopup(ctx.db, id as Topup['id'])),
  })

const recordOf = async ({ db }: CryptoContext, topup: Topup) =>
  topupRecord(topup, { crypto: (await cryptoFactsOf(db, [topup.id])).get(topup.id) })
