import { expect, onTestFinished, test } from 'vitest'
import { readAllDisputes } from '#acquiring/disputes'
import { importSettlements } from '#acquiring/reconciliation'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Clock } from '#kernel/base/clock.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { type AdyenUnderTest, connectedTo, typedCard } from '../emulators/adyen/adyen-under-test.ts'
import { type AdyenEmulator, openAdyenEmulator } from '../emulators/adyen/emulator.ts'
import { fixtureOf } from '../world/payments-fixture.ts'
import { createWorld } from '../world/world.ts'

const name = 'sandbox' as ConnectorId

/** A bakery whose payments are taken by Adyen, and its books. */
async function openBakery() {
  let clock: Clock | undefined
  const emulator: AdyenEmulator = await openAdyenEmulator(() => clock!.now())
  let connected: AdyenUnderTest<Clock> | undefined
  const world = await createWorld({
    acquirer: (parts) => {
      clock = parts.clock
      connected = connectedTo(emulator, parts)
      return connected.acquirer
    },
  })
  onTestFinished(async () => {
    const { differences } = await world.verify()
    await connected?.connection.close()
    await world[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  const { site } = await world.merchant()
  const { pays, ...fixture } = fixtureOf(world, undefined as never, undefined as never, site)
  /** Adyen sends its webhooks. */
  const settle = async () => {
    for (const result of await connected!.settle()) await applyIncomingResult(world.app, name, result)
    await readAllDisputes(world.app)
    await world.runUntilIdle()
  }
  const card = { from: 'typed', brand: 'visa', details: typedCard('4111111111111111'), store: false } as const
  return {
    ...{ ...fixture, world, emulator, settle },
    pays: (input: Parameters<typeof pays>[0] = {}) => pays({ card, ...input }),
    status: async (transaction: Parameters<typeof fixture.now>[0]) => (await fixture.now(transaction)).status,
  }
}

test('a day at Adyen: what it decides later is booked when it says so, and its report agrees with the books', async () => {
  const { world, emulator, pays, captures, reverses, settle, status } = await openBakery()
  const bread = await pays({ amount: '10.00' })
  const cake = await pays({ kind: 'auth', amount: '20.00' })
  const [mistake, regretted] = [await pays({ amount: '7.00' }), await pays({ amount: '9.00' })]
  expect((await captures(cake, '15.00')).status).toBe('capturing')
  expect((await reverses(mistake)).status).toBe('cancelling')
  await settle()
  expect([await status(cake), await status(mistake)]).toEqual(['captured', 'cancelled'])
  const refund = await reverses(bread, '4.00')
  expect(refund.status).toBe('refunding')
  emulator.chargeBack(regretted.key, 900)
  await settle()
  expect([await status(refund), await status(regretted)]).toEqual(['refunded', 'disputed'])
  emulator.failRefund(bread.key)
  await settle()
  expect([await status(refund), await status(bread)]).toEqual(['returned', 'captured'])
  const [sold, held] = [await pays({ amount: '6.00' }), await pays({ kind: 'auth', amount: '5.00' })]
  await captures(held)
  await settle()
  for (const { key } of [sold, held]) emulator.failCapture(key)
  await settle()
  expect([await status(sold), await status(held)]).toEqual(['captureFailed', 'captureFailed'])

  emulator.closeBatch({ extras: [{ type: 'DepositCorrection', value: -200, currency: 'EUR' }] })
  await settle()
  expect(await importSettlements(world.app)).toBe('more')
  expect(await importSettlements(world.app)).toBe('done')
  expect(await breaksOf(world)).toEqual([])
})

test('a report that has less for a payment than it was captured for is a break of that payment, and of no other', async () => {
  const { world, emulator, pays, settle } = await openBakery()
  const [bread, cake] = [await pays({ amount: '10.00' }), await pays({ amount: '20.00' })]
  await settle()
  emulator.closeBatch({
    change: (line) =>
      line['Merchant Reference'] === cake.key
        ? { ...line, 'Gross Credit (GC)': '19.00', 'Net Credit (NC)': '18.80' }
        : line,
  })
  await settle()
  await importSettlements(world.app)
  expect(bread.id).not.toBe(cake.id)
  expect(await breaksOf(world)).toEqual([['amount', cake.id]])
})

async function breaksOf({ app }: Awaited<ReturnType<typeof createWorld>>) {
  const rows = await app.db.read.selectFrom('reconciliation.breaks').select(['kind', 'transaction_id']).execute()
  return rows.map(({ kind, transaction_id }) => [kind, transaction_id])
}
