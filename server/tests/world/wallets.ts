import { makeTestToken, openTestWallets } from '#acquiring/wallets'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import { parseMoney } from '#kernel/base/money.ts'
import { by } from './author.ts'
import type { World } from './world.ts'

/** What a test wallet pays with, by the last digits of its number; a shopper confirms 9.90 EUR by default. */
export type TapInput = { wallet?: WalletType; card?: string; amount?: string }

/** The test wallets of a world, which a first start of staging makes; `taps` is a shopper who pays with one. */
export async function openWallets({ app }: World, siteId: SiteId) {
  await openTestWallets(app, by)
  const taps = ({ wallet = 'applePay', card = '1004', amount = '9.90' }: TapInput = {}): Promise<string> =>
    makeTestToken(app, { wallet, cardId: card, siteId, amount: parseMoney(amount, 'EUR')! })
  return {
    taps,
    /** What a store sends to the order API of what its customer's wallet has returned. */
    optionOf: async ({ wallet = 'applePay', ...input }: TapInput = {}) => ({
      transactionOption: JSON.stringify({
        digitalWallet: { walletType: wallet, data: await taps({ wallet, ...input }) },
      }),
    }),
  }
}
