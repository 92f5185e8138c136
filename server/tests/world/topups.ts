import type { SiteInput } from '#core/directory'
import type { HolderId } from '#issuing/ids'
import { changeSettings, type SettingsChanges, topupSiteNeeds } from '#issuing/programmes'
import { listTopups, type Topup } from '#issuing/topups'
import { approveKyc } from './issuing.ts'
import { type CallAs, openPartner, type PartnerFixture } from './partner.ts'
import { fieldOf, type Shopper, sendForm } from './shopper.ts'
import type { Merchant, World } from './world.ts'

const by = { actor: 'test', fromWhere: 'test' }

/** A programme whose customers top up, and the site that takes their payments. */
export type TopupsFixture = PartnerFixture & {
  store: Merchant
  /** An approved customer with an account in euros. */
  holder(): Promise<TopupHolder>
  /** Passes on to Florin what the site was notified of since the last time; returns the statuses of the replies. */
  deliver(): Promise<number[]>
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
  /** The same, and the customer goes on to the payment page. */
  opens(amount: string): Promise<Ordered & { shopper: Shopper }>
  /** The balance of the account, as the interface shows it. */
  balance(): Promise<unknown>
  topup(id: string): Promise<Record<string, unknown>>
}
export type Ordered = { status: number; page: string; headers: Record<string, unknown>; topup: Topup }

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
  return {
    ...nordwind,
    store,
    notifications,
    post,
    deliver: async () => {
      await world.runUntilIdle()
      const bodies = notifications().slice(passedOn)
      passedOn += bodies.length
      const statuses: number[] = []
      for (const body of bodies) statuses.push((await post(body)).status)
      await world.runUntilIdle()
      return statuses
    },
    holder: () => openHolder(world, nordwind, store),
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

async function openHolder(world: World, nordwind: PartnerFixture, store: Merchant): Promise<TopupHolder> {
  const { customerId, accessToken, call } = await nordwind.customer()
  await approveKyc(world, customerId)
  const account = await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const accountId = account.body.id as string
  const orders: TopupHolder['orders'] = async (amount, headers = {}) => {
    const reply = await world.http.inject({
      method: 'POST',
      url: '/v1/topups/fiat',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ amount, currency: 'EUR' }),
    })
    const holderId = customerId as HolderId
    const { data } = await listTopups(world.app.db, {
      holderId,
      type: undefined,
      status: undefined,
      page: 1,
      size: 1_000,
    })
    return { status: reply.statusCode, page: reply.body, headers: reply.headers, topup: data.at(-1)! }
  }
  return {
    customerId,
    accountId,
    call,
    orders,
    opens: async (amount) => {
      const ordered = await orders(amount)
      const signed = { jsonRequest: fieldOf(ordered.page, 'jsonRequest'), checksum: fieldOf(ordered.page, 'checksum') }
      const shopper = await sendForm(
        { http: world.http, privateKey: store.privateKey },
        { orderId: ordered.topup.id, signed },
      )
      return { ...ordered, shopper }
    },
    balance: async () => (await call('GET', `/accounts/${accountId}`)).body.balance,
    topup: async (id) => (await call('GET', `/topups/${id}`)).body,
  }
}
