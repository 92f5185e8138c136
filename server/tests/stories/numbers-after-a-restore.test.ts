import { expect, onTestFinished, test } from 'vitest'
import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { openHold, whyHeld } from '../../src/app/hold/open-hold.ts'
import { fixtureOf, makePaymentsFixture } from '../world/payments-fixture.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test', reason: 'compared with the acquirer' }
const pan = '4539578763621486'
const never = { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 }
const environment = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_KEYS: generateKeys(),
  FLORIN_PUBLIC_URL: 'https://pay.example',
  FLORIN_MESSAGES: 'off',
}

async function starts({ app }: World) {
  const hold = await openHold(app, never)
  onTestFinished(hold.stop)
  return hold
}

/** Production that was marked, and copies of its database as it is then. */
async function openMarked() {
  const fixture = await makePaymentsFixture({}, { leavesDatabase: true, environment })
  const { world, site, acquirerProxy } = fixture
  const { app, clock, databaseUrl: history } = world
  await describeInstallation({ db: app.db, react: async () => [], now: clock.now(), by }, app.config)
  await fixture.pays({ pan })
  await (await openHold(app, never)).stop()
  await world[Symbol.asyncDispose]()
  return async () => {
    const record = memoryRecord()
    const copy = await createWorld({
      history,
      environment,
      acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record, clock, bankUrl }),
    })
    return { copy, pays: () => fixtureOf(copy, acquirerProxy, record, site).pays({ pan }) }
  }
}

test('a restored database gives nobody a number that was given in the time that is lost', async () => {
  const copied = await openMarked()
  const original = await copied()
  const lost = await original.pays()
  await original.copy[Symbol.asyncDispose]()

  const restored = await copied()
  await using world = restored.copy
  const hold = await starts(world)
  expect(await whyHeld(world.app.db)).toBe('the database is a copy on another server, or of another name')
  const sites = await world.query(`select last_value from pg_sequences where sequencename = 'sites_id_seq'`)
  expect(Number(sites[0]!.last_value)).toBeGreaterThan(10_000)
  const next = await restored.pays()
  expect(next.orderId).toBe(lost.orderId + 1_000_000n)
  expect(next.id).toBe(lost.id + 1_000_000n)

  // It goes back once more, to a moment at which it was held already.
  await world.query('update florin.marks set token = gen_random_uuid(), before = null, number = number - 1')
  await hold.heldSince()
  expect((await restored.pays()).orderId).toBe(next.orderId + 1_000_001n)
  await hold.mark()
  expect((await restored.pays()).orderId).toBe(next.orderId + 1_000_002n)
})

test('numbers of requests to a host begin anew within a day, and go past those of the time that is lost', async () => {
  const copied = await openMarked()
  const { copy: world } = await copied()
  await using _ = world
  await world.query(`select setval('isohost.stans', 999990)`)
  await starts(world)
  expect(await world.query(`select nextval('isohost.stans')::int as stan`)).toEqual([{ stan: 9992 }])
})
