import { signCheckoutRequest } from '@florin/client'
import type { SiteInput } from '#core/directory'
import { changeSettings, type SettingsChanges, topupSiteNeeds } from '#issuing/programmes'
import { Secret } from '#kernel/base/secret.ts'
import { approveKyc } from './issuing.ts'
import { type CallAs, openPartner, type PartnerFixture } from './partner.ts'
import { fieldOf, type Shopper, sendForm } from './shopper.ts'
import type { Merchant, World } from './world.ts'

const by = { actor: 'test', fromWhere: 'test' }

/** A programme whose customers top up, and the site that takes their payments. */
export type TopupsFixture = PartnerFixture & {
  store: Merchant
  /** An approved customer with an account in euros. */
  holder(email?: string): Promise<TopupHolder>
  /** Passes on to Florin what the site was notified of since the last time; returns the statuses of the replies. */
  deliver(): Promise<number[]>
  /** The store refunds the payment of a topup, and Florin is notified. */
  refund(topup: { id: string }, amount?: string): Promise<void>
  /** The body of each notification so far. */
  notifications(): string[]
  /** As the site's own notifications arrive. */
  post(body: string, siteId?: number): Promise<{ status: number; text: string }>
}
export type TopupHolder = {
  customerId: string
  accountId: string
  call: CallAs
  /** Orders a topup and returns its page. */
  orders(amount: string, headers?: Record<string, string>): Promise<Ordered>
  /** Orders a topup and pays it with a card that needs no challenge; Florin is notified. */
  topsUp(amount: string): Promise<{ id: string }>
  /** The same, and the customer goes on to the payment page. */
  opens(amount: string): Promise<Ordered & { shopper: Shopper }>
  /** The customer goes on to the payment page from a page that is there already. */
  goesOn(ordered: Ordered): Promise<Shopper>
  /** The balance of the account, as the interface shows it. */
  balance(): Promise<unknown>
  topup(id: string): Promise<Record<string, unknown>>
}
export type Ordered = { status: number; page: string; headers: Record<string, unknown>; topup: { id: string } }

export async function openTopups(
  world: World,
  { settings = {}, site = {} }: { settings?: SettingsChanges; site?: SiteInput } = {},
): Promise<TopupsFixture> {
  const { app, http } = world
  const nordwind = await openPartner(world)
  const store = await offerTopups(world, nordwind, { settings, site })
  const siteId = store.site.id
  // Nobody reaches a world over the network: the test receives the notifications, and passes them on.
  await app.directory.changeSite({ by, siteId, changes: { notificationUrl: store.receiver.url } })
  let passedOn = 0
  const post: TopupsFixture['post'] = async (body, at = siteId) => {
    const { statusCode, body: text } = await http.inject({
      method: 'POST',
      url: `/topups/notifications/${at}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
    return { status: statusCode, text }
  }
  const notifications = () => store.receiver.requests.map(({ body }) => body)
  const deliver = async () => {
    await world.runUntilIdle()
    const bodies = notifications().slice(passedOn)
    passedOn += bodies.length
    const statuses: number[] = []
    for (const body of bodies) statuses.push((await post(body)).status)
    await world.runUntilIdle()
    return statuses
  }
  const key = new Secret(store.privateKey)
  const dataAt = async (path: string, query: Record<string, string>) =>
    ((await app.merchantApi.get(path, query, key)).json as unknown as { data: Record<string, string>[] }).data
  return {
    ...nordwind,
    store,
    notifications,
    post,
    deliver,
    holder: async (email) => {
      const opened = await openHolder(world, nordwind, store, email)
      const topsUp: TopupHolder['topsUp'] = async (amount) => {
        const { shopper, topup } = await opened.opens(amount)
        await shopper.pays({ number: unchallenged })
        await deliver()
        return topup
      }
      return { ...opened, topsUp }
    },
    refund: async ({ id }, amount) => {
      const [order] = await dataAt('/order', { externalOrderId: id })
      const transactions = await dataAt('/transaction', { orderId: String(order!.id), transactionType: 'deposit' })
      const { statusCode, body } = await http.inject({
        method: 'DELETE',
        url: `/transaction/${transactions[0]!.id}`,
        headers: { authorization: `Bearer ${store.privateKey}`, 'content-type': 'application/json' },
        payload: JSON.stringify(amount === undefined ? {} : { amount }),
      })
      if (statusCode !== 200) throw new Error(body)
      await deliver()
    },
  }
}

/** From now on the customers of this partner may top up. */
export async function offerTopups(
  world: World,
  { partner }: PartnerFixture,
  { settings = {}, site = {} }: { settings?: SettingsChanges; site?: SiteInput } = {},
): Promise<Merchant> {
  const store = await world.merchant(site)
  const siteId = store.site.id
  await world.app.directory.changeSite({ by, siteId, changes: topupSiteNeeds(world.app, store.site) })
  await changeSettings(world.app, { by, partnerId: partner.id, changes: { topupSite: siteId, ...settings } })
  return store
}

/** Opens the page by a form without the moment of its end, as versions before have signed them. */
export function goesOnWithoutEnd(
  { world, store }: { world: World; store: Merchant },
  { page, topup }: Ordered,
): Promise<Shopper> {
  const request = JSON.parse(Buffer.from(fieldOf(page, 'jsonRequest'), 'base64').toString())
  delete request.order.expiresAt
  const signed = signCheckoutRequest({ privateKey: store.privateKey, request })
  return sendForm({ http: world.http, privateKey: store.privateKey }, { orderId: topup.id, signed })
}

/** A card that is authenticated without a challenge, whatever the amount. */
export const unchallenged = '4000040000001006'

async function openHolder(
  world: World,
  nordwind: PartnerFixture,
  store: Merchant,
  email?: string,
): Promise<Omit<TopupHolder, 'topsUp'>> {
  const { customerId } = await nordwind.customer(email)
  // Tokens live for fifteen minutes, and topups for longer.
  const login = async () =>
    (await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })).body.accessToken as string
  const call: CallAs = async (...request) => nordwind.withToken(await login())(...request)
  await approveKyc(world, customerId)
  const account = await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const accountId = account.body.id as string
  const orders: TopupHolder['orders'] = async (amount, headers = {}) => {
    const reply = await world.http.inject({
      method: 'POST',
      url: '/v1/topups/fiat',
      headers: { authorization: `Bearer ${await login()}`, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ amount, currency: 'EUR' }),
    })
    const { statusCode: status, body: page, headers: answered } = reply
    if (status !== 200) return { status, page, headers: answered, topup: { id: 'none' } }
    const request = JSON.parse(Buffer.from(fieldOf(page, 'jsonRequest'), 'base64').toString())
    return { status, page, headers: answered, topup: { id: request.order.orderId } }
  }
  const goesOn: TopupHolder['goesOn'] = ({ page, topup }) => {
    const signed = { jsonRequest: fieldOf(page, 'jsonRequest'), checksum: fieldOf(page, 'checksum') }
    return sendForm({ http: world.http, privateKey: store.privateKey }, { orderId: topup.id, signed })
  }
  return {
    customerId,
    accountId,
    call,
    orders,
    goesOn,
    opens: async (amount) => {
      const ordered = await orders(amount)
      return { ...ordered, shopper: await goesOn(ordered) }
    },
    balance: async () => (await call('GET', `/accounts/${accountId}`)).body.balance,
    topup: async (id) => (await call('GET', `/topups/${id}`)).body,
  }
}
