import { expect, test } from 'vitest'
import { memoryRecord, type SandboxRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { subscribe } from '../world/biller.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { createWorld } from '../world/world.ts'

const environment = { FLORIN_KEYS: generateKeys() }

/** What one copy of a database does within a month, with an acquirer that the copies share. */
async function monthOf(history: string, record: SandboxRecord) {
  await using world = await createWorld({
    history,
    environment,
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record, clock, bankUrl }),
  })
  await world.pass({ hours: 24 })
  await world.pass({ hours: 24 * 31 })
  const renewals = await world.query(
    `select key, status, reference from payments.payments where period is not null order by id`,
  )
  const payouts = await world.query('select end_to_end_id as id from merchant_payouts.payouts order by id')
  return { renewals, payouts: payouts.map(({ id }) => String(id)) }
}

test('two copies of a database bill the same period and order the same payout, and the acquirer takes it once', async () => {
  const fixture = await makePaymentsFixture({}, { leavesDatabase: true, environment })
  const { world } = fixture
  await subscribe(fixture, {})
  await subscribe(fixture, { amount: '20.00' })
  await openPaidMerchant(world, fixture.site.merchantId)
  await world[Symbol.asyncDispose]()

  const record = memoryRecord()
  const [one, other] = [await monthOf(world.databaseUrl, record), await monthOf(world.databaseUrl, record)]
  expect(one.renewals.map(({ status }) => status)).toEqual(['captured', 'captured'])
  expect(other).toEqual(one)
  expect(new Set(one.renewals.map(({ key }) => key)).size).toBe(2)
  expect(one.payouts.length).toBeGreaterThan(0)
  expect(one.payouts).toEqual(one.payouts.map(() => expect.stringMatching(/^FLORIN-[\dA-F]{24}$/)))
  expect(new Set(one.payouts).size).toBe(one.payouts.length)
})
