import { expect, test } from 'vitest'
import { balancesOf } from '#acquiring/merchant-payouts'
import type { Payment } from '#acquiring/payments'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { euros, makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { type Random, randomOf } from './random.ts'

const steps = byLength({ short: 40, long: 150 })

/** The verifier computes again what waits of each payment and batch; here is that nothing is lost on the way. */
test.each(seedsOf({ short: 1, long: 12 }))(
  'in whatever order payments are captured, refunded, disputed, settled and released, what waits is theirs, seed %i',
  { timeout: byLength({ short: 120_000, long: 600_000 }) },
  async (seed) => {
    const random = randomOf(seed)
    const fixture = await makePaymentsFixture()
    const { world, site } = fixture
    const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
    const merchants = [site.merchantId, hotel.merchantId]
    const delayDays = random.between(0, 3)
    const reserveBasisPoints = random.pick([0, 1_000, 9_000])
    const reserve = reserveBasisPoints > 0 ? { reserveBasisPoints, reserveDays: 30 } : {}
    await openPaidMerchant(world, site.merchantId, { schedule: 'manual', delayDays, ...reserve })
    await openPaidMerchant(world, hotel.merchantId, { schedule: 'manual', delayDays: random.between(0, 2) })

    const payments: Payment[] = []
    for (let step = 1; step <= steps; step++) {
      await random.pick(actions)({ fixture, random, payments, hotelId: hotel.id })
      for (const merchantId of merchants)
        expect(await owedBy(fixture, merchantId), `step ${step} of merchant ${merchantId}`).toEqual(earnedBy)
      if (step % (steps / 4) === 0) expect((await world.verify()).differences).toEqual([])
    }
    for (let days = 0; days < 5; days++) await world.pass({ hours: 24 })
    expect(
      await world.query(
        `select account from ledger.lines where account like '%:pending' group by 1 having sum(minor) <> 0`,
      ),
    ).toEqual([])
    expect((await world.verify()).differences).toEqual([])
    await world[Symbol.asyncDispose]()
  },
)

type Acting = { fixture: PaymentsFixture; random: Random; payments: Payment[]; hotelId: PaymentsFixture['site']['id'] }

const sells = async ({ fixture, random, payments, hotelId }: Acting) => {
  const cents = random.pick([20, random.between(50, 200_00)])
  const shared = random.pick([0, 0, cents, random.between(1, cents)])
  const textOf = (minor: number) => (minor / 100).toFixed(2)
  const splits =
    shared === 0 ? [] : [{ toSite: hotelId, amount: euros(textOf(shared)), description: undefined, splits: [] }]
  payments.push(await fixture.pays({ amount: textOf(cents), option: { splits, subMerchantId: undefined } }))
}

const some = async ({ fixture, random, payments }: Acting): Promise<Payment | undefined> =>
  payments.length === 0 ? undefined : fixture.now(random.pick(payments))

const reverses = async (acting: Acting) => {
  const payment = await some(acting)
  if (payment?.status !== 'captured') return
  const left = payment.captured.minor - payment.refunded.minor - payment.chargedBack.minor
  const part = left > 3n && acting.random.chance(60) ? (Number(left / 3n) / 100).toFixed(2) : undefined
  if (left > 0n) await acting.fixture.reverses(payment, part)
}

const disputes = async (acting: Acting) => {
  const payment = await some(acting)
  if (payment?.status !== 'captured' && payment?.status !== 'refunded') return
  const bank = banksOf(acting.fixture)
  const dispute = await bank.disputes(payment)
  if (acting.random.chance(70)) await bank.decides(payment, dispute, acting.random.pick(['won', 'lost']))
}

const failsToCapture = async (acting: Acting) => {
  const payment = await some(acting)
  if (payment?.status !== 'captured') return
  const result = { outcome: 'failed', request: 'capture', authorization: payment.key, reference: 'r-failed' } as const
  await applyIncomingResult(acting.fixture.world.app, payment.connector, { key: payment.key, result })
}

const passes = ({ fixture, random }: Acting) => fixture.world.pass({ hours: random.pick([6, 24]) })

const actions = [sells, sells, sells, sells, reverses, reverses, reverses, disputes, failsToCapture, passes, passes]

/** What the rows of payments say of a merchant against all of its accounts; and nothing below zero waits, or is available. */
async function owedBy({ world }: PaymentsFixture, merchantId: number) {
  const [rows] = await world.query(`
    with parts as (
      select p.type, p.status, case when p.merchant_id = ${merchantId} then p.captured_minor - s.minor else 0 end + s.own as minor,
             case when p.merchant_id = ${merchantId} then p.fee_minor else 0 end as fee
      from payments.payments p cross join lateral (
        select coalesce(sum((one ->> 'minor')::bigint), 0) as minor,
               coalesce(sum((one ->> 'minor')::bigint) filter (where (one ->> 'merchant')::integer = ${merchantId}), 0) as own
        from jsonb_array_elements(p.shares) one) s
      where p.captured_at is not null and p.status <> 'cancelled')
    select coalesce(sum(case when type in ('deposit', 'representment', 'reinstatement') then minor - fee
      when type = 'chargeback' and status <> 'lost' then 0 - case status when 'won' then minor else 0 end
      else fee - minor end), 0)::bigint as earned from parts`)
  const accounts = await world.query(`
    select split_part(account, ':', 3) as account, -sum(minor)::bigint as minor from ledger.lines
    where account like 'merchant:${merchantId}:%' group by 1`)
  const all = accounts.reduce((sum, { minor }) => sum + BigInt(minor as string), 0n)
  const pending = BigInt((accounts.find(({ account }) => account === 'pending')?.minor as string | undefined) ?? 0)
  const [counted] = await balancesOf(world.app, merchantId as never)
  return {
    isWhole: all === BigInt(rows!.earned as string),
    waits: pending >= 0n,
    isAsCounted: counted === undefined || counted.pending.minor === pending,
  }
}
const earnedBy = { isWhole: true, waits: true, isAsCounted: true }
