import type { SiteInput } from '#core/directory'
import { balances, owedAccounts } from '#core/ledger'
import { type Answered, newCustomer, openApiShop, orders, typedCard } from './api.ts'

/** A shop that may pay out, and its customer who has paid 20.00 with a card that is stored. */
export async function openPayer(input: SiteInput = {}, card: Record<string, string> = {}) {
  const shop = await openApiShop({ payoutsAllowed: true, ...input })
  const { client, site, world } = shop
  const customerId = await newCustomer(client)
  const paid = await orders(client, customerId, { ...typedCard, saveCard: '1', amount: '20.00', ...card })
  const cardId = String(paid.data.cardId)
  const paysOut = (more: Record<string, string> = {}, headers?: Record<string, string>): Promise<Answered> =>
    client.send('POST', '/order', { form: { customerId: String(customerId), ...payout, cardId, ...more } }, headers)
  return {
    ...shop,
    customerId,
    cardId,
    paid: paid.data,
    paysOut,
    /** What the merchant is owed, in cents. */
    owed: async () => {
      const accounts = owedAccounts(site.merchantId)
      const booked = await balances(world.app.db, `merchant:${site.merchantId}:`)
      return booked.reduce((sum, { account, minor }) => (accounts.includes(account) ? sum - minor : sum), 0n)
    },
    transaction: async ({ data }: Answered) => (await client.get(`/transaction/${data.transactionId}`)).data,
    order: async ({ data }: Answered) => (await client.get(`/order/${data.orderId}`)).data,
  }
}
const payout = {
  amount: '5.00',
  currency: 'EUR',
  orderType: 'credit',
  transactionMethod: 'card',
  cardTransactionMode: 'credit',
  description: 'Your winnings',
}
export type Payer = Awaited<ReturnType<typeof openPayer>>
/** The keys of the payout requests to the acquirer, in order. */
export const sent = ({ acquirerProxy }: Payer) =>
  acquirerProxy.requests.filter(({ kind }) => kind === 'payOut').map(({ key }) => key)
/** The notifications of the store's payouts. */
export const notifiedPayouts = ({ notified }: Payer) =>
  notified().filter(({ transactionType }) => transactionType === 'credit')
export const reversals = ({ acquirerProxy }: Payer) => acquirerProxy.requests.filter(({ kind }) => kind === 'reverse')
