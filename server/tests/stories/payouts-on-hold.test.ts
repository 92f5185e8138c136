import { expect, test } from 'vitest'
import {
  changeBankAccount,
  changeTerms,
  createPayoutByHand,
  listPayouts,
  makePayoutFile,
} from '#acquiring/merchant-payouts'
import { addAccount, booksOf, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

/** A payout whose request was lost is asked about, and sent again only while it could be made. */

const holdPayouts = ({ world, site: { merchantId } }: PaymentsFixture, hold: boolean) =>
  changeTerms(world.app, { by: operator, merchantId, changes: { hold } })

const allowPayouts = ({ world, site }: PaymentsFixture, payoutsAllowed: boolean) =>
  world.app.directory.changeSite({ by: operator, siteId: site.id, changes: { payoutsAllowed } })

const cardStops = [
  ['payouts of the merchant are on hold', (fixture: PaymentsFixture, stops: boolean) => holdPayouts(fixture, stops)],
  ['its site may not pay out any more', (fixture: PaymentsFixture, stops: boolean) => allowPayouts(fixture, !stops)],
] as const

test.each(cardStops)('a lost payout to a card is not sent again while %s', async (_, stop) => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site, pays, acquirerProxy } = fixture
  await priced(world, site, { basisPoints: 0, fixedMinor: 0n })
  await pays({ amount: '100.00' })
  acquirerProxy.next('payOut', 'request lost')
  const { id } = await fixture.paysOut('90.00')
  const status = async () => (await world.query(`select status from payments.payments where id = ${id}`))[0]!.status
  const requests = (kind: string) => acquirerProxy.requests.filter((request) => request.kind === kind).length

  await stop(fixture, true)
  const asked = requests('inquire')
  for (let quarter = 0; quarter < 3; quarter++) await world.pass({ minutes: 20 })
  expect({ status: await status(), sent: requests('payOut') }).toEqual({ status: 'uncertain', sent: 1 })
  expect(requests('inquire')).toBeGreaterThan(asked + 1)

  await stop(fixture, false)
  await world.pass({ minutes: 20 })
  expect({ status: await status(), sent: requests('payOut') }).toEqual({ status: 'credited', sent: 2 })
})

/** The bank of staging loses the first request to this account. */
async function openLostPayout() {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  const account = await openPaidMerchant(world, merchantId, { timeZone: 'UTC', ending: '0005' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const payouts = async () => {
    const { data } = await listPayouts(
      world.app.db,
      { merchantIds: [merchantId], status: undefined },
      { page: 1, size: 9 },
    )
    return data.map(({ status }) => status)
  }
  expect(await payouts()).toEqual(['submitted'])
  const change = (action: 'hold' | 'release' | 'remove') =>
    changeBankAccount(world.app, { by: operator, merchantId, id: account.id, action })
  const days = async (count: number) => {
    for (let quarter = 0; quarter < 4 * count; quarter++) await world.pass({ hours: 6 })
  }
  return { fixture, world, merchantId, payouts, change, days }
}

type Lost = Awaited<ReturnType<typeof openLostPayout>>
const bankStops: [string, (lost: Lost) => Promise<unknown>, ((lost: Lost) => Promise<unknown>) | undefined][] = [
  [
    'payouts of the merchant are on hold',
    ({ fixture }) => holdPayouts(fixture, true),
    ({ fixture }) => holdPayouts(fixture, false),
  ],
  ['its account is held', ({ change }) => change('hold'), ({ change }) => change('release')],
  ['its account is removed', ({ change }) => change('remove'), undefined],
  ['its account is replaced', ({ world, merchantId }) => addAccount(world, merchantId, '3000'), undefined],
]

test.each(bankStops)('a payout that the bank never had is not sent again while %s', async (_, stop, goOn) => {
  const lost = await openLostPayout()
  const { world, merchantId, payouts, days } = lost
  await stop(lost)
  await days(3)
  expect(await payouts()).toEqual(['submitted'])
  expect(await booksOf(world, merchantId)).toEqual({ payout: '98.35' })
  if (!goOn) return
  await goOn(lost)
  await days(2)
  expect(await payouts()).toEqual(['paid'])
  expect((await world.verify()).differences).toEqual([])
})

test.each([true, false])(
  'a hold while a file is made counts before or after it; the merchant had terms: %s',
  async (hadTerms) => {
    const fixture = await openPaymentsFixture({}, { environment: byFile })
    const { world, site, pays } = fixture
    const { merchantId } = site
    await (hadTerms
      ? openPaidMerchant(world, merchantId, { schedule: 'manual' })
      : addAccount(world, merchantId, '3000'))
    await pays({ amount: '100.00' })
    await world.pass({ hours: 24 })
    const { payout } = await createPayoutByHand(world.app, {
      by: operator,
      merchantId,
      currency: 'EUR',
      amount: undefined,
    })
    const held = await world.holdRow('merchant_payouts.payouts', payout!.id)
    const file = makePayoutFile(world.app, { by: operator })
    await world.untilWaiting(1)
    const hold = holdPayouts(fixture, true)
    await Promise.race([hold, world.untilWaiting(2)])
    await held.release()
    await Promise.all([file, hold])
    const of = `where action in ('payoutFileMade', 'payoutTermsChanged') and after::text like '%hold%' or action = 'payoutFileMade'`
    const audited = await world.query(`select action from directory.audit ${of} order by id`)
    expect(audited.map(({ action }) => action)).toEqual(['payoutFileMade', 'payoutTermsChanged'])
    expect((await world.verify()).differences).toEqual([])
  },
)

const byFile = {
  FLORIN_BANK: 'file',
  FLORIN_BANK_HOLDER: 'Florin Payments SRL',
  FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  FLORIN_BANK_BIC: 'AAAAROBU',
}
