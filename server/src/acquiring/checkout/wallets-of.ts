import { firstAmount } from '#acquiring/orders'
import { cardsOfTestWallet, offerOf, paramsOf } from '#acquiring/wallets'
import { brandRules, type CardBrand, type WalletChoice } from '#core/pages'
import type { CheckoutContext } from './context.ts'
import type { Visit } from './visit.ts'

/** The wallets that the page of a visit offers; undefined where it has none, or nothing is charged. */
export async function walletsOf(
  ctx: CheckoutContext,
  { site, order }: Visit,
  addresses: WalletChoice['addresses'],
): Promise<WalletChoice | undefined> {
  if (order.mode === 'verifyCard') return undefined
  const amount = firstAmount(order)
  const offers = (await paramsOf(ctx, site)).map((params) => offerOf(params, amount))
  if (offers.length === 0) return undefined
  const tested = offers.filter(({ isTest }) => isTest).map(({ wallet }) => wallet)
  return {
    offers,
    addresses,
    testCards: tested.length === 0 ? undefined : Object.fromEntries(tested.map((wallet) => [wallet, cardsOf(wallet)])),
  }
}

const cardsOf = (wallet: Parameters<typeof cardsOfTestWallet>[0]) =>
  cardsOfTestWallet(wallet).map(({ id, brand, does }) => ({
    id,
    name: `${brandRules[brand as CardBrand].name} ··${id}`,
    does,
  }))
