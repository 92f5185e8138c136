import { cardById } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { addProduct, changeSettings, topupSiteNeeds } from '#issuing/programmes'
import { money } from '#kernel/base/money.ts'
import type { App } from '../src/app/compose.ts'
import type { Store } from '../tests/simulation/simulation.ts'
import { approveKyc } from '../tests/world/issuing.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { type Clients, json } from './starved-clients.ts'

/** Whom the clients of the drill are customers of, and what they have. */
export type Place = {
  /** A store whose shoppers pay and get refunds, and one of another merchant that also pays out. */
  shop: Store
  payouts: Store
  partner: { 'x-partner-api-key': string }
  networkKey: string
  cards: readonly ShownCard[]
  /** Customers with an account in euros, who may top up by 100.00 a day. */
  holders: readonly string[]
}
export type ShownCard = { id: CardId; number: string; expiry: string; cvv2: string }

const by = { actor: 'drill', fromWhere: 'command line' }
export const merchant = { id: 'MERCHANT0000001', name: 'Busy Bakery', city: 'Brașov', country: 'RO', category: '5411' }
export const acquirerId = '400001'

/** Made while the program has all of its speed. */
export async function openPlace(app: App, clients: Clients, many: { cards: number; holders: number }): Promise<Place> {
  const { partner, apiKey } = await app.partners.create({ by, name: 'Slow Bank', live: false })
  const server = { 'x-partner-api-key': apiKey.reveal() }
  const topupStore = await openStore(app, { name: 'Slow Bank', notificationUrl: 'https://replaced.example' })
  const { id: siteId } = topupStore.site
  await app.directory.changeSite({ by, siteId, changes: topupSiteNeeds(app, topupStore.site) })
  const topupLimits = ['approved:max:EUR:60.00', 'approved:day:EUR:100.00']
  await changeSettings(app, { by, partnerId: partner.id, changes: { topupSite: siteId, topupLimits } })
  const product = await addProduct(app, {
    by,
    partnerId: partner.id,
    input: { name: 'Slow card', prefix: '53217777', currencies: ['EUR'], virtual: true, physical: false },
  })
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: object) => {
    const { status, text } = await clients.untilAnswered(json(`/v1${path}`, headers, body))
    if (status >= 300) throw new Error(`${path} answered ${status} ${text}`)
    return JSON.parse(text) as Record<string, string>
  }
  let customers = 0
  const customer = async () => {
    const { customerId } = await post('/auth/register/partner', server, { email: `slow-${++customers}@example.com` })
    await approveKyc({ app }, customerId!)
    const { accessToken } = await post('/auth/login/partner', server, { customerId })
    const headers = { authorization: `Bearer ${accessToken}` }
    await post('/accounts', headers, { currency: 'EUR' })
    return { customerId: customerId!, headers }
  }
  const card = async (): Promise<ShownCard> => {
    const { headers } = await customer()
    const input = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries' }
    const id = (await post('/cards', headers, input)).id as CardId
    const { pan, cvv } = await app.issuerVault.secretsOf({ cardId: id, expiryOrder: product.expiryOrder })
    const shown = { number: pan, cvv2: cvv, expiry: (await cardById(app.db, id))!.expiry }
    await fund(app, shown)
    return { id, number: pan.reveal(), cvv2: cvv.reveal(), expiry: shown.expiry }
  }
  return {
    shop: await openStore(app, { name: 'Leaf Tea' }),
    payouts: await openStore(app, { name: 'Lucky Numbers', payoutsAllowed: true }),
    partner: server,
    networkKey: app.networkConnections.get('staging')!.reveal(),
    cards: await each(many.cards, card),
    holders: await each(many.holders, async () => (await customer()).customerId),
  }
}

type StoreInput = { name: string; notificationUrl?: string; payoutsAllowed?: boolean }

async function openStore({ directory }: App, { name, ...input }: StoreInput): Promise<Store> {
  const receiver = await openReceiver()
  const { id: merchantId } = await directory.createMerchant({ by, name })
  const { site, privateKey } = await directory.createSite({
    ...{ by, merchantId, name: 'Web shop', live: false, currencies: ['EUR'], notificationUrl: receiver.url },
    ...{ notifyAttempts: true, notifyRepresentments: true, notifyPartialRefunds: true },
    ...input,
  })
  return { site, privateKeys: [privateKey.reveal()], receiver, manners: [{ from: 0, answers: 'OK' }] }
}

async function fund(app: App, card: Parameters<App['network']['send']>[0]['card']): Promise<void> {
  const key = { sender: `drill/${acquirerId}`, stan: String(++funded), sentAt: '0101000000' }
  const amount = money(100_00n, 'EUR')
  const reference = { acquirerId }
  const sent = { kind: 'refund', key, card, amount, presentmentId: `funds-${funded}`, merchant, reference } as const
  const { code } = await app.network.send(sent)
  if (code !== '00') throw new Error(`the funds of a card were answered with ${code}`)
}
let funded = 0

async function each<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < count) all.push(await make())
  return all
}
