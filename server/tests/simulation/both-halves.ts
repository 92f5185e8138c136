import pg from 'pg'
import { databaseRecord, type SandboxRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { Product } from '#issuing/programmes'
import { openWatchedChain } from '../world/deposits.ts'
import { onUs } from '../world/on-us.ts'
import type { PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import type { Shopper } from '../world/shopper.ts'
import { openMerchantSide } from '../world/three-ds.ts'
import { offerTopups } from '../world/topups.ts'
import { openWebhookPartner, type WebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'
import { type AcquirerWithBadDays, acquirerWithBadDays } from './acquirer-with-bad-days.ts'
import type { Proof } from './both-halves-authentication.ts'
import type { CoinOrder } from './both-halves-coins.ts'
import { type Decider, openDecider } from './both-halves-deciding.ts'
import type { Claim } from './both-halves-disputes.ts'
import type { NetworkFile } from './both-halves-files.ts'
import { type Holder, openHolder } from './both-halves-holders.ts'
import { type Line, lossyLine } from './both-halves-line.ts'
import { type Neighbour, openNeighbour } from './both-halves-neighbour.ts'
import { type FarNetwork, openFarNetwork, salary } from './both-halves-network.ts'
import type { Subscription } from './both-halves-subscriptions.ts'
import type { Process } from './process.ts'

/**
 * An installation in which both halves meet: a programme whose holders top up through our own checkout and in coins, pay
 * at our own merchant and at merchants behind a card network. Everybody's record is their own.
 */
export type BothHalves = AsyncDisposable & {
  world: World
  /** A connection with a superuser's rights. */
  sql: pg.Client
  partner: WebhookPartner
  /** How its receiver answers, and from which of its requests on. */
  manners: { from: number; accepts: boolean }[]
  product: Product
  /** Those whose accounts are closed among them. */
  holders: Holder[]
  /** Sells bread. */
  bakery: Merchant
  /** The site that takes the payments of topups. */
  topupSite: Merchant
  acquirer: AcquirerWithBadDays
  record: SandboxRecord
  /** On which payments at our own merchant go to the issuer. */
  ownLine: Line
  network: FarNetwork
  /** The second process on the same database. */
  neighbour: Neighbour
  /** How often it has died of what it was doing. */
  deaths: number
  decider: Decider
  claims: Claim[]
  files: NetworkFile[]
  subscriptions: Subscription[]
  /** Whose order at one of our merchants it is, by its number. */
  orders: Map<string, Holder>
  shoppers: { shopper: Shopper; holder: Holder }[]
  topups: { id: string; holder: Holder }[]
  coins: CoinOrder[]
  /** Notifications that the site of topups was sent and has not passed on, and those that it has. */
  unread: string[]
  read: string[]
  /** Challenges that a holder has confirmed. */
  confirmed: Set<string>
  /** A merchant of another bank that authenticates holders. */
  shop: Awaited<ReturnType<typeof openMerchantSide>>
  proofs: Proof[]
  processes: readonly Pick<Process, 'app' | 'isDoomed'>[]
}

export async function openBothHalves(seed: number): Promise<BothHalves> {
  let proxy: AcquirerWithBadDays | undefined
  let record: SandboxRecord | undefined
  const world = await createWorld({
    ...onUs,
    logsLittle: true,
    acquirer: ({ db, clock, bankUrl }) => {
      record = databaseRecord(db, 'sandbox')
      const inner = sandboxAcquirer({ connector: 'sandbox', record, clock, bankUrl })
      proxy = acquirerWithBadDays(inner, { seed, requestsLostPercent: 4, responsesLostPercent: 6 })
      return proxy
    },
  })
  const { app } = world
  const { send } = app.network
  const neighbour = await openNeighbour(world, () => proxy!)
  const [ownLine, farLine] = [lossyLine(send, neighbour), lossyLine(send, neighbour)]
  app.network.send = ownLine.send
  const sql = new pg.Client(world.databaseUrl)
  await sql.connect()
  await openWatchedChain(world)
  await world.runUntilIdle()
  const partner = await openWebhookPartner(world)
  const [bakery, topupSite] = [await world.merchant(), await openTopupSite(world, partner.partner)]
  const product = await openProduct(world, partner.partner)
  const holders = [
    await openHolder(world, partner.partner, product),
    await openHolder(world, partner.partner, product),
    await openHolder(world, partner.partner, product),
  ]
  const network = openFarNetwork(world, farLine)
  for (const holder of holders) await salary(network, holder, '400.00')
  const shop = await openMerchantSide(world)
  const decider = await openDecider()
  return {
    world,
    sql,
    partner,
    product,
    neighbour,
    deaths: 0,
    decider,
    claims: [],
    files: [],
    subscriptions: [],
    manners: [{ from: 0, accepts: true }],
    holders,
    bakery,
    topupSite,
    acquirer: proxy!,
    record: record!,
    ownLine,
    network,
    orders: new Map(),
    shoppers: [],
    topups: [],
    coins: [],
    unread: [],
    read: [],
    confirmed: new Set(),
    shop,
    proofs: [],
    processes: [{ app, isDoomed: () => false }],
    [Symbol.asyncDispose]: async () => {
      await neighbour.close()
      await decider.receiver.close()
      await sql.end()
      await shop[Symbol.asyncDispose]()
      await partner[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** Nobody reaches a world over the network: the simulation receives the notifications and passes them on. */
async function openTopupSite(world: World, partner: PartnerFixture): Promise<Merchant> {
  const topupSite = await offerTopups(world, partner)
  const by = { actor: 'simulation', fromWhere: 'test' }
  await world.app.directory.changeSite({
    by,
    siteId: topupSite.site.id,
    changes: { notificationUrl: topupSite.receiver.url },
  })
  return topupSite
}
