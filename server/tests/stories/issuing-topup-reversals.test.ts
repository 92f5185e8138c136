import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { inquireNow, transactionNamed } from '#acquiring/payments'
import { accounts, balances } from '#core/ledger'
import { losesDispute, winsDispute } from '../world/disputes.ts'
import { bookOnAccount } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openTopupWorld } from '../world/topup-world.ts'

/** Nothing but a test takes money from an account as yet. */
const isExpected = ({ actual }: { actual: string }) => actual.startsWith('testMovement')

async function openWorld(parts: Parameters<typeof openTopupWorld>[0] = {}) {
  const fixture = await openTopupWorld(parts, { isExpected })
  const { world } = fixture
  let spends = 0
  return {
    ...fixture,
    spends: (accountId: string, minor: bigint) =>
      bookOnAccount(world, { accountId, minor: -minor, reference: `spend ${++spends}` }),
    owed: async (accountId: string) =>
      (await balances(world.app.db, accounts.holderOwed(accountId))).reduce((sum, { minor }) => sum + minor, 0n),
    /** An operator asks the acquirer about the last transaction of this type, and Florin is notified of what it says. */
    asksAbout: async (type: 'deposit' | 'refund') => {
      const [row] = await world.query(`select max(id) as id from payments.payments where type = '${type}'`)
      const { id: paymentId, siteId } = (await transactionNamed(world.app.db, row!.id as PaymentId))!
      await inquireNow(world.app, { by: { actor: 'operator', fromWhere: 'test', reason: 'asked' }, siteId, paymentId })
      await fixture.deliver()
    },
  }
}

test('a payment that is cancelled takes the money of its topup away, and the record says so', async () => {
  const { holder, refund, events } = await openWorld()
  const ana = await holder()
  const topup = await ana.topsUp('100.00')
  await refund(topup)
  expect(await ana.balance()).toBe('0.00')
  expect(await ana.topup(topup.id)).toMatchObject({
    status: 'completed',
    reversals: [{ type: 'cancel', amount: '100.00', occurredAt: expect.any(String) }],
  })
  const changed = `topupStatusChanged ${topup.id}`
  expect(await events()).toEqual([`topupCreated ${topup.id}`, changed, changed])
})

test('each refund is debited once, what was spent is owed, and the next topup recovers it first', async () => {
  const { world, holder, refund, spends, owed, notifications, post } = await openWorld()
  const ana = await holder()
  const topup = await ana.topsUp('100.00')
  await refund(topup, '30.00')
  expect(await ana.balance()).toBe('70.00')
  await spends(ana.accountId, 60_00n)
  await world.pass({ hours: 25 })
  await refund(topup, '50.00')
  expect(await ana.balance()).toBe('-40.00')
  expect(await owed(ana.accountId)).toBe(40_00n)
  expect((await ana.topup(topup.id)).reversals).toEqual([
    { type: 'refund', amount: '30.00', occurredAt: expect.any(String) },
    { type: 'refund', amount: '50.00', owed: '40.00', occurredAt: expect.any(String) },
  ])
  await Promise.all(notifications().map((body) => post(body)))
  expect(await owed(ana.accountId)).toBe(40_00n)

  await ana.topsUp('25.00')
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['-15.00', 15_00n])
  await ana.topsUp('20.00')
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['5.00', 0n])
})

// In small: each refund is debited once, what was spent is owed, and the next topup recovers it first
longTest('two topups that are completed at the same moment recover a debt once', async () => {
  const { world, holder, refund, spends, owed, notifications, post } = await openWorld()
  const ana = await holder()
  const topup = await ana.topsUp('50.00')
  await spends(ana.accountId, 50_00n)
  await refund(topup)
  expect(await owed(ana.accountId)).toBe(50_00n)
  const seen = notifications().length
  for (const amount of ['60.00', '70.00']) {
    const { shopper } = await ana.opens(amount)
    await shopper.pays({ number: '4000040000001006' })
  }
  await world.runUntilIdle()
  await Promise.all(
    notifications()
      .slice(seen)
      .map((body) => post(body)),
  )
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['80.00', 0n])
})

test('a charge-back debits the account when it is opened, and a dispute that is won returns the money', async () => {
  const { world, holder, deliver, owed, spends, events } = await openWorld()
  const [ana, ben] = [await holder(), await holder()]
  const topups = []
  for (const [customer, number] of [
    [ana, winsDispute],
    [ben, losesDispute],
  ] as const) {
    const { topup, shopper } = await customer.opens('20.00')
    await shopper.pays({ number })
    topups.push(topup)
  }
  await deliver()
  await spends(ana.accountId, 15_00n)
  await world.pass({ hours: 24 * 6 })
  await deliver()
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['-15.00', 15_00n])
  expect([await ben.balance(), await owed(ben.accountId)]).toEqual(['0.00', 0n])
  await world.pass({ hours: 24 * 11 })
  await deliver()
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['5.00', 0n])
  expect([await ben.balance(), await owed(ben.accountId)]).toEqual(['0.00', 0n])
  const at = { occurredAt: expect.any(String) }
  expect((await ana.topup(topups[0]!.id)).reversals).toEqual([
    { type: 'charge_back', amount: '20.00', owed: '15.00', ...at },
    { type: 'representment', amount: '20.00', owed: '15.00', ...at },
  ])
  expect((await ben.topup(topups[1]!.id)).reversals).toEqual([{ type: 'charge_back', amount: '20.00', ...at }])
  expect(await events()).toHaveLength(2 + 2 + 3)
})

// In small: each refund is debited once, what was spent is owed, and the next topup recovers it first
longTest('a refund that comes back belongs to the customer again, also where the account is closed', async () => {
  const { world, holder, refund, spends, owed, asksAbout, events } = await openWorld()
  const ana = await holder()
  const topup = await ana.topsUp('10.00')
  await spends(ana.accountId, 9_95n)
  await world.pass({ hours: 25 })
  await refund(topup, '0.09')
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['-0.04', 4n])
  await world.pass({ hours: 1 })
  await asksAbout('refund')
  expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['0.05', 0n])
  const at = { occurredAt: expect.any(String) }
  expect((await ana.topup(topup.id)).reversals).toEqual([
    { type: 'refund', amount: '0.09', owed: '0.04', ...at },
    { type: 'reinstatement', amount: '0.09', owed: '0.04', ...at },
  ])
  expect(await events()).toHaveLength(4)

  await spends(ana.accountId, -4n)
  await refund(topup, '0.09')
  expect((await ana.call('POST', `/accounts/${ana.accountId}/close`)).status).toBe(200)
  await world.pass({ hours: 1 })
  await asksAbout('refund')
  expect(await ana.balance()).toBe('0.09')
  expect(world.logged.join()).toContain('money has come back to an account that is closed')
})

// In small: a charge-back debits the account when it is opened, and a dispute that is won returns the money
longTest(
  'a topup whose capture fails after all is taken from the account, and what was spent of it is owed',
  async () => {
    const settings = { topupLimits: ['approved:min:EUR:0.01'] }
    const { world, holder, spends, owed, asksAbout } = await openWorld({ settings })
    const ana = await holder()
    const topup = await ana.topsUp('0.11')
    await spends(ana.accountId, 10n)
    await world.pass({ hours: 1 })
    await asksAbout('deposit')
    expect([await ana.balance(), await owed(ana.accountId)]).toEqual(['-0.10', 10n])
    expect(await ana.topup(topup.id)).toMatchObject({
      status: 'completed',
      reversals: [{ type: 'capture_failure', amount: '0.11', owed: '0.10' }],
    })
  },
)
