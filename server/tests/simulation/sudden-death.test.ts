import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseRecord } from '#connectors/acquirer/sandbox/index.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { openReceiver } from '../world/receiver.ts'
import { disagreements } from './agreement.ts'
import { buy, type Ordered } from './browser-on-bad-days.ts'
import { comeToRest } from './coming-to-rest.ts'
import { troubles } from './invariants.ts'
import { type KillableProgram, killableProgram, withContext } from './killable-program.ts'
import { type Random, randomOf } from './random.ts'
import { by, type Store } from './simulation.ts'

/**
 * Each seed has its own shoppers and its own death; what that hits is up to the machine. They follow one another on one
 * installation, since its start and its end take longer than a death. One seed in `npm test`, which kills both at once; a
 * program alone dies in `three-behind-a-balancer`, a database alone in `watched-server`, and within one process programs die
 * in every seed of `several-processes` and `checkout-bad-days`.
 */
const seeds = seedsOf({ short: 1, long: 50 })
const victims = ['both', 'program', 'database'] as const
const shoppersAtOnce = 6
const requestsBefore = byLength({ short: 30, long: 60 })

test(`whichever process is killed, acknowledged payments are kept, and none is made twice (SEEDS=${seeds})`, {
  timeout: 90_000 + 30_000 * seeds.length,
}, async () => {
  const program = await killableProgram()
  try {
    const store = await openStore(program)
    await program.start()
    const ordered: Ordered[] = []
    for (const [index, seed] of seeds.entries()) {
      const random = randomOf(seed)
      const killed = victims[index] ?? random.pick(['program', 'program', 'program', 'both', 'both', 'database'])
      ordered.push(...(await sellWhileDying(program, store, { seed, random, killed })))
    }
    await expectAllIsWell(program, store, ordered)
    await store.receiver.close()
  } finally {
    await program.sweep()
  }
})

type Death = { seed: number; random: Random; killed: (typeof victims)[number] }

/** Shoppers keep coming until the program is back; it dies while some of them are in the middle of something. */
async function sellWhileDying(
  program: KillableProgram,
  store: Store,
  { seed, random, killed }: Death,
): Promise<Ordered[]> {
  const requests = { sent: 0, wanted: Number.POSITIVE_INFINITY, come: () => {} }
  const sent = () => {
    if (++requests.sent >= requests.wanted) requests.come()
  }
  let open = true
  const ordered: Ordered[] = []
  const shopper = async (name: string, own: Random) => {
    for (let count = 1; open; count++) {
      const request = requestOf(store.site.id, { name, count, random: own })
      ordered.push(await buy(program, { privateKey: store.privateKeys[0]!, request }, { random: own, sent }))
    }
  }
  const shoppers = Promise.all(
    Array.from({ length: shoppersAtOnce }, (_, index) => shopper(`shopper${seed}-${index}`, random.fork())),
  )
  const afterMoreRequests = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(requests, { wanted: requests.sent + count, come: resolve })
    return promise
  }
  // The stroke falls somewhere within the request that is the last.
  await Promise.race([afterMoreRequests(random.between(5, requestsBefore)), shoppers])
  await pause(random.between(0, 12))
  await program.kill(killed)
  if (killed === 'database') {
    await Promise.race([afterMoreRequests(random.between(1, 10)), shoppers])
    await program.kill('program')
  }
  await program.start()
  open = false
  await shoppers
  return ordered
}

function requestOf(siteId: number, { name, count, random }: { name: string; count: number; random: Random }) {
  return {
    siteId,
    customer: { identifier: name, email: `${name}@example.com` },
    order: {
      orderId: `${name}-${count}`,
      type: 'purchase' as const,
      amount: random.pick(['9.90', '12.50', '31.00']),
      currency: 'EUR' as const,
      description: 'Bread',
    },
    cardTransactionMode: random.pick(['authAndCapture', 'authAndCapture', 'auth'] as const),
    saveCard: true,
    backUrl: 'https://shop.example/return',
  }
}

/** A store with a receiver of its own, made before the program is started for the first time. */
async function openStore(program: KillableProgram): Promise<Store> {
  return withContext(program, async ({ app: { directory } }) => {
    const receiver = await openReceiver()
    const merchant = await directory.createMerchant({ by, name: 'Leaf Tea' })
    const notified = { notifyAttempts: true, notifyRepresentments: true }
    const invoicing = { sellerName: 'Leaf Tea SRL', sellerAddress: 'Strada Ceaiului 7', vatPercent: '9' }
    const input = {
      by,
      merchantId: merchant.id,
      name: 'Web shop',
      live: false,
      currencies: ['EUR'],
      invoicing,
      ...notified,
    }
    const { site, privateKey } = await directory.createSite({ ...input, notificationUrl: receiver.url })
    return { site, privateKeys: [privateKey.reveal()], receiver, manners: [{ from: 0, answers: 'OK' }] }
  })
}

async function expectAllIsWell(program: KillableProgram, store: Store, ordered: readonly Ordered[]): Promise<void> {
  await withContext(program, async ({ app, databaseUrl }) => {
    const sql = new pg.Client(databaseUrl)
    await sql.connect()
    try {
      expect(await troubles(sql)).toEqual([])
      await comeToRest(app, sql)
      expect(await troubles(sql)).toEqual([])
      const record = databaseRecord(app.db)
      expect(await disagreements({ ...app, sql, record, stores: [store] })).toEqual([])
      const { rows } = await sql.query<{ orderId: string }>(
        `select distinct external_id as "orderId" from orders.orders join payments.payments on payments.order_id = orders.id
         where payments.status in ('captured', 'voided')`,
      )
      const paid = new Set(rows.map(({ orderId }) => orderId))
      const acknowledged = ordered.filter((one) => one.acknowledged)
      expect(acknowledged.map(({ orderId }) => orderId).filter((orderId) => !paid.has(orderId))).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(seeds.length)
    } finally {
      await sql.end()
    }
  })
  const { code, printed } = await program.command('verify')
  expect(code, printed).toBe(0)
}
