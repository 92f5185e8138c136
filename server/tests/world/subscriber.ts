import type { OrderId } from '#acquiring/ids'
import { getOrder, type Order } from '#acquiring/orders'
import { type Payment, paymentsOf } from '#acquiring/payments'
import { openShop, type Shop } from './shop.ts'
import { addressOf, type CheckoutInput, cardFields, fieldOf, type Landed, messagesOf } from './shopper.ts'
import type { WorldHttp } from './world-http.ts'

/** A shop that sells subscriptions on its hosted checkout, and a shopper who looks after theirs by its link. */
export type SubscriptionShop = Shop & {
  /** A shopper subscribes on the checkout with this card: bread for 30.00 every month, by default. */
  subscribes(input?: CheckoutInput & { number?: string; expiry?: string }): Promise<Subscriber>
  /** Sets the clock, then does everything that is due. */
  goesTo(moment: string): Promise<void>
}

/** A browser with script switched off, at the page of a subscription. */
export type Subscriber = {
  orderId: OrderId
  /** The link that the API returns to the merchant, as a path. */
  link(): Promise<string>
  order(): Promise<Order>
  payments(): Promise<Payment[]>
  /** Types an address below the link's into the address bar. */
  sees(path?: string): Promise<Landed & { messages: string }>
  /** Types a card on the form that is shown and presses the button once. */
  submitsCard(card: SubmittedCard): Promise<Landed & { messages: string }>
  /** At once; `later`: with what is paid. */
  cancels(why?: string, when?: 'now' | 'later'): Promise<Landed & { messages: string }>
  /** Posts without looking, as a stale tab does. */
  posts(path: string, fields: Readonly<Record<string, string>>): Promise<Landed & { messages: string }>
  /** Through the bank's page with this code, up to the form it sends back with. */
  passesBank(code: string): Promise<{ path: string; fields: Readonly<Record<string, string>> }>
}
export type SubmittedCard = { stored: bigint } | { number?: string; expiry?: string }

export async function openSubscriptionShop(...parts: Parameters<typeof openShop>): Promise<SubscriptionShop> {
  const shop = await openShop(...parts)
  const { world } = shop
  return {
    ...shop,
    goesTo: async (moment) => {
      world.clock.set(Temporal.Instant.from(moment))
      await world.runUntilIdle()
    },
    subscribes: async ({ number, expiry, ...input } = {}) => {
      const checkout = await shop.sends({
        amount: '30.00',
        ...input,
        order: { type: 'recurring', intervalType: 'month', intervalValue: 1, description: 'Bread', ...input.order },
      })
      const { text } = await checkout.pays({ ...(number && { number }), ...(expiry && { expiry }) })
      if (text.includes('name="PaReq"')) await checkout.answersChallenge('00000')
      const [order] = await shop.rows(`select id from orders.orders where external_id = '${checkout.orderId}'`)
      return subscriberOf(shop, BigInt(order!.id as string) as OrderId)
    },
  }
}

function subscriberOf({ world, privateKey }: Shop, orderId: OrderId): Subscriber {
  const { http, app } = world
  let address: string | undefined
  const link = async () => {
    const headers = { authorization: `Bearer ${privateKey}` }
    const answer = await http.inject({ method: 'POST', url: `/order-self-service/${orderId}`, headers })
    return new URL(answer.json<{ data: { url: string } }>().data.url).pathname
  }
  const at = async (path: string) => {
    address ??= await link()
    return path.startsWith('/subscription/') ? path : address + path
  }
  const sees = async (path = '') => land(http, await at(path), 'GET')
  const posts: Subscriber['posts'] = async (path, fields) => land(http, await at(path), 'POST', fields)
  return {
    orderId,
    link,
    order: () => getOrder(app.db, orderId),
    payments: () => paymentsOf(app.db, orderId),
    sees,
    posts,
    submitsCard: async (card) => {
      const attempt = fieldOf((await sees('/card')).text, 'attempt')
      return posts('/card', { attempt, ...('stored' in card ? { card: card.stored.toString() } : cardFields(card)) })
    },
    cancels: async (why = '', when = 'now') => {
      await sees('/cancel')
      return posts('/cancel', { why, when })
    },
    passesBank: async (code) => {
      const { text } = await sees('/card')
      const form = { PaReq: fieldOf(text, 'PaReq'), decision: 'confirm', code }
      const bank = await land(http, '/sandbox/bank', 'POST', form)
      const to = /<form[^>]* action="([^"]+)"/.exec(bank.text)![1]!
      return {
        path: addressOf(to.replaceAll('&amp;', '&')),
        fields: { PaRes: fieldOf(bank.text, 'PaRes'), MD: fieldOf(bank.text, 'MD') },
      }
    },
  }
}

/** Where a request leads in the end. */
export async function land(
  http: WorldHttp,
  url: string,
  method: 'GET' | 'POST',
  fields: Readonly<Record<string, string>> = {},
): Promise<Landed & { messages: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = method === 'POST' ? { headers, payload: new URLSearchParams(fields).toString() } : {}
  const { statusCode: status, headers: answered, body: text } = await http.inject({ method, url, ...sent })
  if (status === 303) return land(http, String(answered.location), 'GET')
  return { status, address: url, text, messages: messagesOf(text).replaceAll(/ (?=[.,])/g, '') }
}
