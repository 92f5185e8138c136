import { expect, onTestFinished, test, vi } from 'vitest'
import { addBankAccount, importBankFile, listPayouts, resolvePayoutManually } from '#acquiring/merchant-payouts'
import { parseMoney } from '#kernel/base/money.ts'
import { booksOf, ibanEnding, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { makePaymentsFixture, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

/** One payout, one line or one release that cannot be done holds its own money, and nothing else. */

const payoutsIn = async ({ world }: PaymentsFixture) =>
  (await listPayouts(world.app.db, { merchantIds: undefined, status: undefined }, { page: 1, size: 100 })).data
const statuses = async (fixture: PaymentsFixture) =>
  (await payoutsIn(fixture)).map(({ amount, status }) => `${amount.minor} ${amount.currency} ${status}`).toSorted()

/** A merchant that is paid daily in two currencies, in each of which it has one sale. */
async function openTwoCurrencies(fixture: PaymentsFixture, { delayDays = 0 } = {}) {
  const { world, site, pays } = fixture
  await openPaidMerchant(world, site.merchantId, { delayDays })
  const atOnce = { ...world.app, bankAccountWait: Temporal.Duration.from('PT0S') }
  const lei = { by: operator, merchantId: site.merchantId, currency: 'RON', holderName: 'Crumb & Co.' } as const
  await addBankAccount(atOnce, { ...lei, iban: ibanEnding('3001') })
  await pays({ amount: '100.00' })
  await fixture.tries(await fixture.order({ amount: parseMoney('500.00', 'RON')! }))
}

test('a bank that refuses what it has paid is asked until an operator records what it has done', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { app } = world
  await openPaidMerchant(world, site.merchantId)
  await pays({ amount: '100.00' })
  for (let day = 0; day < 3; day++) await world.pass({ hours: 24 })
  expect(await statuses(fixture)).toEqual(['9835 EUR paid'])
  const [{ id }] = (await payoutsIn(fixture)) as [Awaited<ReturnType<typeof payoutsIn>>[number]]
  const dueAt = async () => (await world.query('select due_at from merchant_payouts.payouts'))[0]!.due_at

  vi.spyOn(app.bank!, 'statusOf').mockResolvedValue({ status: 'rejected', reason: 'AC04' })
  for (let day = 0; day < 20; day++) await world.pass({ hours: 24 })
  expect(await statuses(fixture)).toEqual(['9835 EUR paid'])
  expect(await dueAt()).not.toBeNull()
  expect(JSON.stringify(world.logged)).toContain(`has paid payout ${id}, and says by now that it refused it`)

  await resolvePayoutManually(app, { by: operator, id, action: 'return' })
  expect([await statuses(fixture), await dueAt()]).toEqual([['9835 EUR returned'], null])
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '98.35' })
  expect((await world.verify()).differences).toEqual([])
})

test('a line of a bank file that cannot be recorded ends the import of no line behind it', async () => {
  const fixture = await openPaymentsFixture()
  await openTwoCurrencies(fixture)
  const { world } = fixture
  const { app } = world
  await world.pass({ hours: 24 })
  await world.pass({ hours: 4 })
  expect(await statuses(fixture)).toEqual(['49275 RON submitted', '9835 EUR submitted'])
  const payouts = await payoutsIn(fixture)
  const line = (currency: string, code: string) => {
    const { endToEndId } = payouts.find(({ amount }) => amount.currency === currency)!
    return `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts></TxInfAndSts>`
  }
  const content = `<Document><CstmrPmtStsRpt>${line('EUR', 'ACSC')}${line('RON', 'ACSC')}</CstmrPmtStsRpt></Document>`
  // What is recorded of the first line meets a bug: the moment of the import is read before it.
  const clock = { ...app.clock, now: vi.fn(() => world.clock.now()) }
  const imports = () => importBankFile({ ...app, clock }, { by: operator, content })
  clock.now.mockImplementationOnce(() => world.clock.now())
  clock.now.mockImplementationOnce(() => {
    throw new TypeError('a bug')
  })
  await expect(imports()).rejects.toThrow('a bug')
  expect(await statuses(fixture)).toEqual(['49275 RON paid', '9835 EUR submitted'])
  expect((await imports()).map(({ outcome }) => outcome)).toEqual(['recorded', 'same'])
  expect((await world.verify()).differences).toEqual([])
})

test('earnings that cannot be released hold their own money, and no payout in another currency', async () => {
  const fixture = await makePaymentsFixture()
  onTestFinished(() => fixture.world[Symbol.asyncDispose]())
  await openTwoCurrencies(fixture, { delayDays: 2 })
  const { world } = fixture
  await world.pass({ hours: 24 })
  await world.query(
    `set session_replication_role = replica; delete from merchant_payouts.earnings where currency = 'EUR'; set session_replication_role = default`,
  )
  for (let day = 0; day < 3; day++) await world.pass({ hours: 24 })
  expect((await statuses(fixture)).map((text) => text.slice(0, 9))).toEqual(['49275 RON'])
  expect(JSON.stringify(world.logged)).toContain('earnings of a merchant could not be released')
  expect((await world.verify()).differences).toMatchObject([{ about: 'release 1' }])
})
