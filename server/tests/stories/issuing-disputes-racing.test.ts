import { expect, onTestFinished, test } from 'vitest'
import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { openApp } from '../../src/app/compose.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld, publicUrl } from '../world/world.ts'

/** Two programs on one database, and a holder of 100.00 whose payment of 40.00 was cleared. */
async function twoPrograms() {
  const world = await createWorld({ environment: { FLORIN_DATABASE_CONNECTIONS: '25' } })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ana = await openSpender(world, await openPartner(world), { funds: '100.00' })
  const { config, log } = world.app
  const { databaseUrl, clock, openDb } = world
  const second = await openApp({ config, log, databaseUrl, publicUrl, clock, openDb })
  onTestFinished(() => second.close())
  const original = { networkTransactionId: 'MCC1' }
  const { transactionId } = await ana.clear('40.00', { reference: { acquirerId: '400001', ...original } })
  const disputes = (amount?: string) =>
    ana.call('POST', `/transactions/${transactionId}/disputes`, {
      body: { reason: 'duplicate', explanation: 'Charged twice.', ...(amount && { amount }) },
    })
  const by = { actor: 'operator', fromWhere: 'test' }
  const decides = (id: unknown, action: 'raise' | 'win' | 'lose', nth: number) =>
    decideDispute(nth % 2 === 0 ? world.app : second, { id: id as DisputeId, action, by })
  return { world, ana, original, disputes, decides }
}

test('of several disputes of one payment, one is submitted', async () => {
  const { disputes, world } = await twoPrograms()
  const replies = await Promise.all(Array.from({ length: 6 }, () => disputes('10.00')))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect((await world.verify()).differences).toEqual([])
})

// In small: of several disputes of one payment, one is submitted
longTest('a refund and a dispute of one payment never come to more than it', async () => {
  const { ana, original, disputes, decides, world } = await twoPrograms()
  const held = await world.holdRow('accounts.accounts', ana.accountId)
  const both = [disputes('40.00'), ana.refund('25.00', { original })] as const
  await world.untilWaiting(2)
  await held.release()
  const [dispute] = await Promise.all(both)
  const raised = dispute.status === 201 && (await decides(dispute.body.id, 'raise', 0).then(Boolean, () => false))
  expect(raised).toBe(false)
  expect(await ana.funds()).toMatchObject({ balance: '85.00' })
  expect((await world.verify()).differences).toEqual([])
})

test('a dispute that is raised and decided by several people at once is booked once', async () => {
  const { ana, disputes, decides, world } = await twoPrograms()
  const { body } = await disputes()
  const raises = await Promise.allSettled([0, 1, 2, 3].map((nth) => decides(body.id, 'raise', nth)))
  expect(raises.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await ana.funds()).toMatchObject({ balance: '100.00' })
  const ends = await Promise.allSettled([0, 1, 2, 3].map((nth) => decides(body.id, nth < 2 ? 'win' : 'lose', nth)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status } = (await ana.call('GET', `/disputes/${body.id}`)).body
  expect(await ana.funds()).toMatchObject({ balance: status === 'won' ? '100.00' : '60.00' })
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
