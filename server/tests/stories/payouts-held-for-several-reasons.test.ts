import { expect, test } from 'vitest'
import { balancesOf, bankAccountsOf, changeBankAccount, changeTerms } from '#acquiring/merchant-payouts'
import { openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

/** Holds are a set: what one person ends is their own, and nothing is paid while one is left. */

test('payouts that two people hold go on when both holds have ended', async () => {
  const { world, site, pays } = await openPaymentsFixture()
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { schedule: 'daily', timeZone: 'UTC' })
  await pays({ amount: '100.00' })
  const holds = (reason: string) =>
    changeTerms(world.app, { by: { ...operator, reason }, merchantId, changes: { hold: true } })
  const releases = (holdReason?: string) =>
    changeTerms(world.app, { by: operator, merchantId, changes: { hold: false, holdReason } })
  const hindrance = async () => (await balancesOf(world.app, merchantId))[0]!.hindrance
  await holds('police: fraud case 9')
  await holds('statement is being checked')
  await expect(releases()).rejects.toMatchObject({ code: 'several_holds' })
  await expect(releases('something else')).rejects.toMatchObject({ code: 'hold_not_found' })
  expect((await hindrance())?.reason).toBe('police: fraud case 9; statement is being checked')

  expect((await releases('statement is being checked')).holds).toEqual(['police: fraud case 9'])
  await world.pass({ hours: 24 })
  expect(await hindrance()).toMatchObject({ code: 'on_hold', reason: 'police: fraud case 9' })
  expect((await releases()).holds).toEqual([])
  await world.pass({ hours: 24 })
  expect((await hindrance())?.code).toBe('nothing_available')
  expect((await world.verify()).differences).toEqual([])
})

test('an account that is held since a payout came back can be held for fraud as well', async () => {
  const { world, site, pays } = await openPaymentsFixture()
  const { merchantId } = site
  const { id } = await openPaidMerchant(world, merchantId, { schedule: 'daily', timeZone: 'UTC', ending: '0003' })
  await pays({ amount: '100.00' })
  for (let days = 0; days < 6; days++) await world.pass({ hours: 24 })
  const changes = (
    action: 'hold' | 'release',
    { reason = 'ticket 7', holdReason }: { reason?: string; holdReason?: string } = {},
  ) => changeBankAccount(world.app, { by: { ...operator, reason }, merchantId, id, action, holdReason })
  const [returned] = (await bankAccountsOf(world.app.db, merchantId))[0]!.holds
  expect(returned).toContain('was returned')
  expect(await changes('hold', { reason: 'fraud case 9' })).toMatchObject({ holds: [returned, 'fraud case 9'] })
  await expect(changes('release')).rejects.toMatchObject({ code: 'several_holds' })
  const left = await changes('release', { holdReason: returned! })
  expect(left).toMatchObject({ status: 'held', holds: ['fraud case 9'] })
  expect(await changes('release')).toMatchObject({ status: 'active', holds: [] })
  expect((await world.verify()).differences).toEqual([])
})
