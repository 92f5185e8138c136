import { expect, test } from 'vitest'
import {
  changeBankAccount,
  changeTerms,
  type MerchantPayoutId,
  resolvePayoutManually,
} from '#acquiring/merchant-payouts'
import type { Payment } from '#acquiring/payments'
import { openStatement } from '#acquiring/statements'
import type { MerchantId } from '#core/directory'
import { losesDispute, winsDispute } from '../world/disputes.ts'
import { sellerSettings, setBillingDetails } from '../world/fee-invoices.ts'
import { invoicing } from '../world/invoices.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { addAccount, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { euros, fixtureOf, goodCard, makePaymentsFixture } from '../world/payments-fixture.ts'
import type { World } from '../world/world.ts'
import { invoiceTroubles } from './agreement-of-invoices.ts'
import { type Random, randomOf } from './random.ts'

/** A year takes seconds, so a short run plays one; and in steps of four weeks, where a long one takes four days. */
const stepDays = byLength({ short: 28, long: 4 })
const yearDays = 364

test.each(seedsOf({ short: 1, long: 10 }))(
  'after a year every merchant was paid what the books say, seed %i',
  { timeout: byLength({ short: 180_000, long: 1_800_000 }) },
  async (seed) => {
    const random = randomOf(seed)
    const first = await makePaymentsFixture({ invoicing }, { environment: sellerSettings })
    const { world, acquirerProxy, record } = first
    const merchants = [await openMerchant(world, random, first.site)]
    for (let count = 1; count < 3; count++)
      merchants.push(await openMerchant(world, random, (await world.merchant({ invoicing })).site))
    const shops = merchants.map((merchant) => ({
      ...merchant,
      ...fixtureOf(world, acquirerProxy, record, merchant.site),
    }))

    const captured: Payment[][] = shops.map(() => [])
    for (let day = 0, step = 0; day < yearDays; day += stepDays, step++) {
      for (const [index, shop] of shops.entries()) {
        for (let sales = random.between(0, 3); sales > 0; sales--) {
          const pan = random.chance(85) ? goodCard : random.pick([losesDispute, winsDispute])
          const payment = await shop.pays({ amount: `${random.between(5, 900)}.${random.between(10, 99)}`, pan })
          if (payment.status === 'captured') captured[index]!.push(payment)
        }
        if (random.chance(40)) await refundSome(shop, captured[index]!, random)
        // In turn, so that each run has payouts of every end.
        if ((step + index) % 2 === 0)
          await addAccount(world, shop.site.merchantId, endings[((step + index) / 2) % endings.length]!)
      }
      await world.pass({ hours: 24 * stepDays })
    }
    await comeToRest(
      world,
      shops.map(({ site }) => site.merchantId),
    )

    for (const { site } of shops)
      expect(await moneyOf(world, site.merchantId), `merchant ${site.merchantId}`).toEqual(settled)
    const statuses = await world.query(
      'select status, count(*)::int from merchant_payouts.payouts group by 1 order by 1',
    )
    const ends = statuses.map(({ status }) => status).filter((status) => status !== 'cancelled')
    expect(ends).toEqual(['failed', 'paid', 'returned'])
    // Each month was invoiced by itself; verify derives what is in each.
    expect(await invoicesOf(world)).toEqual({ months: 12, isWithoutGaps: true })
    // Every payment has its invoice, and what went back its credit note, numbered without a gap.
    expect(await invoiceTroubles(world.query)).toEqual([])
    expect((await world.verify()).differences).toEqual([])
    await world[Symbol.asyncDispose]()
  },
)

/** Accounts that receive money, refuse it, send it back, and whose bank loses requests and responses. */
const endings = ['0002', '3000', '0003', '0004', '0005', '3001'] as const

type Site = Parameters<typeof fixtureOf>[3]

async function openMerchant(world: World, random: Random, site: Site): Promise<{ site: Site }> {
  const reserve = random.chance(70)
    ? { reserveBasisPoints: random.between(100, 2_000), reserveDays: random.between(5, 90) }
    : {}
  await openPaidMerchant(world, site.merchantId, {
    schedule: random.pick(['daily', 'weekly WED', 'monthly 3']),
    delayDays: random.between(0, 7),
    minimums: [euros(random.pick(['0.01', '50.00', '500.00']))],
    ending: random.pick(endings),
    ...reserve,
  })
  await setBillingDetails(world, site.merchantId)
  return { site }
}

async function refundSome(shop: ReturnType<typeof fixtureOf>, payments: Payment[], random: Random): Promise<void> {
  if (payments.length === 0) return
  const payment = random.pick(payments)
  const { status, captured, refunded, chargedBack } = await shop.now(payment)
  const left = captured.minor - refunded.minor - chargedBack.minor
  if (status !== 'captured' || left <= 1n) return
  await shop.reverses(payment, random.chance(50) ? undefined : `${left / 200n}.${String(left % 100n).padStart(2, '0')}`)
}

/** No more payments; good accounts, no minimums; until the last reserve is released and the last payout is paid. */
async function comeToRest(world: World, ids: readonly MerchantId[]): Promise<void> {
  const changes = { schedule: 'daily', minimums: [euros('0.00')], delayDays: 0 }
  await world.pass({ hours: 24 * 100 })
  await cancelThoseToHeldAccounts(world)
  for (const merchantId of ids) {
    const { id } = await addAccount(world, merchantId, '3000')
    await changeBankAccount(world.app, { by: operator, merchantId, id, action: 'hold' })
    await changeBankAccount(world.app, { by: operator, merchantId, id, action: 'release' })
    await changeTerms(world.app, { by: operator, merchantId, changes })
  }
  for (let day = 0; day < 5; day++) {
    await recordThoseThatNeverArrived(world)
    await world.pass({ hours: 24 })
  }
}

/** The account of a payout was replaced after its request was lost: it is not sent again, and the operator asks the bank. */
async function recordThoseThatNeverArrived({ app, query }: World): Promise<void> {
  const lost = await query(`select payouts.id, end_to_end_id as name from merchant_payouts.payouts
    join merchant_payouts.bank_accounts accounts on accounts.id = bank_account_id
    where payouts.status = 'submitted' and exists (select from merchant_payouts.bank_accounts newer
      where newer.merchant_id = accounts.merchant_id and newer.id > accounts.id)`)
  for (const { id, name } of lost) {
    if ((await app.bank!.statusOf(String(name))).status !== 'notFound') continue
    await resolvePayoutManually(app, { by: operator, id: BigInt(id as string) as MerchantPayoutId, action: 'fail' })
  }
}

/**
 * A payout that was returned holds its account, and one that was set aside for this account by then waits for the operator
 * (docs/operating/merchant-payouts.md). Whether there is one depends on which of two jobs of the same moment is first.
 */
async function cancelThoseToHeldAccounts({ app, query }: World): Promise<void> {
  const waiting = await query(`select payouts.id from merchant_payouts.payouts
    join merchant_payouts.bank_accounts accounts on accounts.id = bank_account_id
    where payouts.status = 'created' and accounts.status = 'held'`)
  for (const { id } of waiting)
    await resolvePayoutManually(app, { by: operator, id: BigInt(id as string) as MerchantPayoutId, action: 'cancel' })
}

/**
 * What the payments of a merchant have earned and lost, as they say themselves and not as the ledger has it, against what
 * the bank has paid. A merchant who lost more than it earned since its last payout owes the rest.
 */
async function moneyOf(world: World, merchantId: MerchantId) {
  const [payments] = await world.query(`
    select coalesce(sum(case when type = 'deposit' then captured_minor - fee_minor
                             when type = 'representment' then captured_minor
                             when type = 'refund' then fee_minor - captured_minor else -captured_minor end), 0)::bigint as minor
    from payments.payments where merchant_id = ${merchantId} and status <> 'cancelled'`)
  const [payouts] = await world.query(`select coalesce(sum(minor) filter (where status = 'paid'), 0)::bigint as paid,
    count(*) filter (where status in ('created', 'submitted'))::int as open
    from merchant_payouts.payouts where merchant_id = ${merchantId}`)
  const accounts = await world.query(`
    select split_part(account, ':', 3) as account, -sum(minor)::bigint as minor from ledger.lines
    where account like 'merchant:${merchantId}:%' group by account having sum(minor) <> 0`)
  // A dispute may be open still.
  const {
    payable = 0n,
    disputed: _disputed,
    ...elsewhere
  } = Object.fromEntries(accounts.map(({ account, minor }) => [account, BigInt(minor as string)]))
  const { closing, paidOut } = await statementOf(world, merchantId)
  const [earned, paid] = [payments!.minor, payouts!.paid].map((text) => BigInt(text as string))
  return {
    isPaidToTheCent: earned! - paid! === payable,
    isPaidWhole: payable <= 0n,
    isAsItsStatementSays: closing === payable && paidOut === paid,
    open: payouts!.open,
    elsewhere,
  }
}
const settled = { isPaidToTheCent: true, isPaidWhole: true, isAsItsStatementSays: true, open: 0, elsewhere: {} }

/** What two statements say that follow one another, from the first day on: the last balance, and the payouts that stayed paid. */
async function statementOf({ app }: World, merchantId: MerchantId): Promise<{ closing: bigint; paidOut: bigint }> {
  let [closing, paidOut] = [0n, 0n]
  const last = app.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  for (const [from, to] of [
    [last.subtract({ days: 700 }), last.subtract({ days: 351 })],
    [last.subtract({ days: 350 }), last],
  ] as const) {
    const input = { merchantId, currency: 'EUR', period: { from, to, timeZone: 'UTC' } } as const
    const statement = await openStatement(app, input)
    expect(statement.opening.minor).toBe(closing)
    for await (const part of statement.movements())
      for (const { kind, net, balance } of part) {
        closing = balance.minor
        if (kind === 'payout' || kind === 'payoutReturned') paidOut -= net.minor
      }
  }
  return { closing, paidOut }
}

/** In which of the twelve months from May 2026 on somebody was invoiced. */
async function invoicesOf({ query }: World): Promise<{ months: number; isWithoutGaps: boolean }> {
  const rows = await query(`select year, count(*)::int as invoices, max(sequence)::int as last
    from fee_invoices.invoices group by year`)
  const [made] = await query(
    `select count(distinct month)::int as months from fee_invoices.invoices where month between '2026-05' and '2027-04'`,
  )
  return { months: made!.months as number, isWithoutGaps: rows.every(({ invoices, last }) => invoices === last) }
}
