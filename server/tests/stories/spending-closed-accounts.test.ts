import { expect, onTestFinished, test } from 'vitest'
import { closedWithMoney } from '#issuing/accounts'
import { moneyOf, openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

test('what is booked on a closed account is listed, logged and counted', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ana = await openSpender(world, await openPartner(world), { funds: '10.00' })
  await ana.clear('10.00')
  await ana.post(ana.issued, '/close')
  expect((await ana.call('POST', `/accounts/${ana.accountId}/close`)).body.status).toBe('closed')
  const listed = async () =>
    (await closedWithMoney(world.app.db)).filter(({ accountId }) => accountId === ana.accountId)
  expect(await listed()).toEqual([])
  await world.pass({ minutes: 1 })
  await ana.refund('10.00')
  expect(await listed()).toMatchObject([{ balance: moneyOf('10.00'), owed: moneyOf('0.00') }])
  await ana.clear('25.00')
  expect(await listed()).toMatchObject([{ balance: moneyOf('0.00'), owed: moneyOf('15.00') }])
  const logged = world.logged.filter((line) => line.includes('money was booked on a closed account'))
  expect(logged).toHaveLength(2)
  const database = await openRolledBack(world.databaseUrl)
  const found = {
    'money was booked on it after it was closed, and is not listed': 'delete from accounts.late_bookings',
  }
  expect(await unseenWithoutSeals(database, found, verifiedAs(world.app))).toEqual([])
})
