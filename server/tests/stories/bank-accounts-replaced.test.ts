import { expect, test } from 'vitest'
import {
  balancesOf,
  changeBankAccount,
  createPayoutByHand,
  historyOfPayout,
  listPayouts,
  makePayoutFile,
} from '#acquiring/merchant-payouts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import { addAccount, booksOf, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

/** An account that was replaced, or removed, receives nothing more: neither new payouts nor those that were not sent. */

/** A merchant that is owed 98.35 of a batch that is closed, where payouts leave by file. */
async function openOwed(schedule = 'manual') {
  const environment = {
    FLORIN_BANK: 'file',
    FLORIN_BANK_HOLDER: 'Florin Payments SRL',
    FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
    FLORIN_BANK_BIC: 'AAAAROBU',
  }
  const { world, site, pays } = await openPaymentsFixture({}, { environment })
  const { merchantId } = site
  const old = await openPaidMerchant(world, merchantId, { schedule, timeZone: 'UTC' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 1 })
  const byHand = { by: operator, merchantId, currency: 'EUR', amount: undefined } as const
  return {
    world,
    merchantId,
    old,
    pays: async () => (await createPayoutByHand(world.app, byHand)).payout!,
    removes: (id: typeof old.id) => changeBankAccount(world.app, { by: operator, merchantId, id, action: 'remove' }),
    hindrance: async () => (await balancesOf(world.app, merchantId))[0]!.hindrance?.code,
    payouts: async () => {
      const filter = { merchantIds: [merchantId], status: undefined }
      const { data } = await listPayouts(world.app.db, filter, { page: 1, size: 9 })
      return data.map(({ status, bankAccountId }) => ({ status, bankAccountId }))
    },
  }
}

test('an account that was replaced does not count again when the newer one is removed, until it is added again', async () => {
  const { world, merchantId, old, removes, hindrance, payouts } = await openOwed('daily')
  const { id } = await addAccount(world, merchantId, '4000')
  await removes(id)
  await world.pass({ hours: 24 })
  expect({ hindrance: await hindrance(), payouts: await payouts() }).toEqual({
    hindrance: 'no_bank_account',
    payouts: [],
  })
  const again = await addAccount(world, merchantId, '3000')
  expect(again.iban).toBe(old.iban)
  await world.pass({ hours: 24 })
  expect(await payouts()).toEqual([{ status: 'created', bankAccountId: again.id }])
})

test('to remove an account that was replaced changes nothing', async () => {
  const { world, merchantId, old, removes, pays, payouts } = await openOwed()
  const { id } = await addAccount(world, merchantId, '4000')
  await world.pass({ hours: 24 })
  await pays()
  await removes(old.id)
  expect(await payouts()).toEqual([{ status: 'created', bankAccountId: id }])
})

test.each(['replaced', 'removed'] as const)(
  'a payout that was not sent is cancelled when its account is %s',
  async (what) => {
    const { world, merchantId, old, removes, pays, payouts } = await openOwed()
    await world.pass({ hours: 24 })
    const { id } = await pays()
    const change = () => (what === 'replaced' ? addAccount(world, merchantId, '4000') : removes(old.id))
    await change()
    expect(await payouts()).toEqual([{ status: 'cancelled', bankAccountId: old.id }])
    expect((await historyOfPayout(world.app.db, id)).at(-1)).toMatchObject({ note: `its bank account was ${what}` })
    expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
    await expect(makePayoutFile(world.app, { by: operator })).rejects.toMatchObject({ code: 'no_payouts_to_file' })
    expect((await world.verify()).differences).toEqual([])
  },
)

test('a payout of a version before, whose account was replaced since, is found and cancelled before it is sent', async () => {
  const { world, merchantId, old, pays, payouts } = await openOwed()
  await world.pass({ hours: 24 })
  const { id } = await pays()
  const now = world.clock.now()
  const { iban: account_number, holderName: holder_name, currency, country } = old
  const row = {
    merchant_id: merchantId,
    currency,
    holder_name,
    account_number: account_number!,
    is_iban: true,
    country,
  }
  const fresh = { ...row, bic: null, status: 'active', hold_reason: null, created_at: now, usable_at: now } as const
  await commit(world.app, now, [insert('merchant_payouts.bank_accounts', fresh)], 'test')
  const { differences } = await world.verify()
  expect(differences.map(({ about, wrong }) => `${about}: ${wrong}`)).toContain(
    `merchant payout ${id}: it waits to be sent to a bank account that does not count any more`,
  )
  await world.pass({ hours: 24 })
  expect(await payouts()).toEqual([{ status: 'cancelled', bankAccountId: old.id }])
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
})
