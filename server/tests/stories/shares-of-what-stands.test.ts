import { expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import type { Split } from '#acquiring/terms'
import type { Declined } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import { owedAccounts } from '#core/ledger'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }

/** A payment of 10.00 of which 6.00 are the share of another merchant, a day later, and what may become of it. */
async function openShared() {
  const fixture = await openPaymentsFixture()
  const { world, site, acquirerProxy } = fixture
  await priced(world, site, { basisPoints: 0, fixedMinor: 0n })
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const share: Split = { toSite: hotel.id, amount: euros('6.00'), description: undefined, splits: [] }
  const payment = await fixture.pays({ option: { splits: [share], subMerchantId: undefined } })
  await world.pass({ hours: 24 })
  const owed = async ({ merchantId }: Site) => {
    const books = await fixture.books()
    return owedAccounts(merchantId).reduce((sum, account) => sum - (books[account] ?? 0n), 0n)
  }
  const bank = banksOf(fixture)
  const results = (
    one: Pick<Payment, 'connector' | 'key'>,
    result: Parameters<typeof applyIncomingResult>[2]['result'],
  ) => applyIncomingResult(world.app, one.connector, { key: one.key, result })
  return {
    ...fixture,
    payment,
    owed: async () => [await owed(hotel), await owed(site)],
    /** A refund whose result is awaited. */
    async asksRefund(amount?: string) {
      acquirerProxy.next('refund', 'request lost')
      acquirerProxy.next('inquire', 'response lost')
      await fixture.reverses(payment, amount)
      return (await fixture.followersOf(payment)).findLast(({ type }) => type === 'refund')!
    },
    declines: (refund: Pick<Payment, 'connector' | 'key'>) => results(refund, refused),
    comesBack: (refund: Pick<Payment, 'connector' | 'key'>) =>
      results(refund, { outcome: 'returned', reference: 'r-1' }),
    failsCapture: () =>
      results(payment, { outcome: 'failed', request: 'capture', authorization: payment.key, reference: 'r-2' }),
    disputed: (dispute: string, kind: 'opened' | 'won' | 'lost', amount = '10.00') =>
      bank.sends({ dispute, authorization: payment.key, kind, amount: euros(amount), at: world.clock.now() }),
  }
}

test('a refund that is declined because of a chargeback leaves the chargeback to the shares', async () => {
  const { owed, asksRefund, declines, disputed } = await openShared()
  const refund = await asksRefund()
  await disputed('d-1', 'opened')
  expect(await declines(refund)).toBe(true)
  expect(await owed()).toEqual([0n, 0n])
  await disputed('d-1', 'lost')
  expect(await owed()).toEqual([0n, 0n])
})

test('the decline of a refund and the chargeback at the same moment leave the same, whichever is first', async () => {
  const { world, payment, owed, asksRefund, declines, disputed } = await openShared()
  const refund = await asksRefund()
  const held = await world.holdRow('payments.payments', String(payment.id))
  const both = [disputed('d-1', 'opened'), declines(refund)]
  await world.untilWaiting(2)
  await held.release()
  await Promise.all(both)
  await world.pass({ minutes: 5 })
  expect(await owed()).toEqual([0n, 0n])
})

test('a dispute that is won after such a refund brings each merchant its own money again', async () => {
  const { owed, asksRefund, declines, disputed } = await openShared()
  const refund = await asksRefund()
  await disputed('d-1', 'opened')
  await declines(refund)
  await disputed('d-1', 'won')
  expect(await owed()).toEqual([6_00n, 4_00n])
})

test('a refund that comes back after a chargeback leaves the chargeback to the shares, whether it is won or lost', async () => {
  const { owed, reverses, payment, comesBack, disputed } = await openShared()
  const refund = await reverses(payment)
  await disputed('d-1', 'opened')
  await comesBack(refund)
  expect(await owed()).toEqual([0n, 0n])
  await disputed('d-1', 'lost')
  expect(await owed()).toEqual([0n, 0n])
  await disputed('d-1', 'won')
  expect(await owed()).toEqual([6_00n, 4_00n])
})

test('of two disputes about the same money the one that is lost takes the shares, whichever came first', async () => {
  const { owed, disputed } = await openShared()
  await disputed('d-1', 'opened')
  await disputed('d-2', 'opened')
  await disputed('d-1', 'won')
  await disputed('d-2', 'lost')
  expect(await owed()).toEqual([0n, 0n])
})

test('several partial refunds of which one is undone return what one refund of the rest would', async () => {
  const { owed, reverses, payment, comesBack, asksRefund, declines } = await openShared()
  const first = await reverses(payment, '3.33')
  await reverses(payment, '3.33')
  const third = await asksRefund('3.34')
  await comesBack(first)
  await declines(third)
  expect(await owed()).toEqual([6_00n - 1_99n, 4_00n - 1_34n])
})

test('money that the acquirer takes twice is borne by the order’s merchant, and comes back to it alone', async () => {
  const { owed, failsCapture, disputed } = await openShared()
  await disputed('d-1', 'opened')
  await failsCapture()
  expect(await owed()).toEqual([0n, -10_00n])
  await disputed('d-1', 'won')
  expect(await owed()).toEqual([0n, 0n])
  await disputed('d-2', 'opened', '5.00')
  expect(await owed()).toEqual([0n, -5_00n])
})
