import { expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import type { Declined, DisputeEvent } from '#connectors/acquirer/port.ts'
import { accounts } from '#core/ledger'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { byLength } from '../world/length.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { euros, makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'
import { randomOf } from './random.ts'
import {
  type Action,
  after,
  leftOf,
  type Outflows,
  owedAfter,
  sequencesOf,
  untouchedPayment,
} from './sequences-of-outflows.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }
const text = (minor: bigint) => `${minor / 100n}.${`${minor % 100n}`.padStart(2, '0')}`

/** A run of one sequence: its payment, and what stands of it. */
type Run = {
  sequence: readonly Action[]
  payment: Payment
  state: Outflows
  disputes: { open: string[]; lost: string[] }
}

const stepsMax = 4

/** All that can happen in four steps in a long run; a draw of it in every run. */
function drawn(seed: number): Action[][] {
  const all = sequencesOf(stepsMax)
  const random = randomOf(seed)
  return byLength({ short: Array.from({ length: 40 }, () => random.pick(all)), long: all })
}

// Merchants whose money waits for a week, and who pay a fee; and merchants whose money is available at once.
test.for([{ delayDays: 7 }, { delayDays: 0 }])(
  'whatever is refunded, declined, charged back, won and reversed, shares return their part of what stands: %o',
  { timeout: byLength({ short: 120_000, long: 3_600_000 }) },
  async ({ delayDays }) => {
    const sequences = drawn(delayDays + 1)
    for (let from = 0; from < sequences.length; from += atOnce) {
      const fixture = await openShares(delayDays)
      const runs: Run[] = []
      for (const sequence of sequences.slice(from, from + atOnce)) runs.push(await fixture.begins(sequence))
      await fixture.world.pass({ hours: 24 })
      for (let step = 0; step <= stepsMax; step++) await fixture.acts(runs, step)
      for (const { payment, sequence, state } of runs) {
        const ends = [...sequence, ...state.awaited.map(() => 'refundDeclined' as const)]
        const { own, ...shares } = owedAfter(ends)
        // The fee is the order's merchant's alone, and checked with the books.
        const should = delayDays > 0 ? shares : { own, ...shares }
        expect(await fixture.owed(payment), ends.join(', ')).toMatchObject(should)
      }
      expect((await fixture.world.verify()).differences).toEqual([])
      await fixture.world[Symbol.asyncDispose]()
    }
  },
)
const atOnce = 300

async function openShares(delayDays: number) {
  const fixture = await makePaymentsFixture()
  const { world, site } = fixture
  await priced(world, site, { basisPoints: delayDays > 0 ? 200 : 0, fixedMinor: 0n })
  const sites = [
    (await world.merchant({ acceptsSplitsFrom: [site.id] })).site,
    (await world.merchant({ acceptsSplitsFrom: [site.id] })).site,
  ] as const
  if (delayDays > 0)
    for (const { merchantId } of [site, ...sites])
      await openPaidMerchant(world, merchantId, { schedule: 'manual', delayDays })
  const splits = [
    { toSite: sites[0].id, amount: euros('6.00'), description: undefined, splits: [] },
    { toSite: sites[1].id, amount: euros('3.00'), description: undefined, splits: [] },
  ]
  return {
    ...fixture,
    begins: async (sequence: readonly Action[]): Promise<Run> => {
      const payment = await fixture.pays({ amount: '12.00', option: { splits, subMerchantId: undefined } })
      return { sequence, payment, state: untouchedPayment, disputes: { open: [], lost: [] } }
    },
    /** Each run takes its next step; after the last, what is awaited is declined. */
    async acts(runs: readonly Run[], step: number) {
      fixture.acquirerProxy.next('inquire', ...Array.from({ length: runs.length * 8 }, () => 'request lost' as const))
      const reported: Reported[] = []
      for (const run of runs) {
        const action = run.sequence[step]
        if (action) reported.push(...(await stepOf(fixture, run, action)))
        else if (step === stepsMax)
          for (let left = run.state.awaited.length; left > 0; left--) await answers(fixture, run, refused)
        if (action) run.state = after(run.state, action)!
      }
      await banksOf(fixture).sends(...reported.map((one) => ({ ...one, at: world.clock.now() })))
    },
    async owed(payment: Payment) {
      const references = [payment.id, ...(await fixture.followersOf(payment)).map(({ id }) => id)].map(
        (id) => `payment ${id}`,
      )
      const minorOf = async ({ merchantId }: { merchantId: typeof site.merchantId }) => {
        const owed = [accounts.merchantPayable(merchantId), accounts.merchantPending(merchantId)]
        const [row] = await world.query(
          `select coalesce(-sum(l.minor), 0)::bigint as minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
           where e.reference = any('{${references.map((one) => `"${one}"`).join()}}') and l.account in ('${owed.join("', '")}')`,
        )
        return BigInt(row!.minor as string)
      }
      return { half: await minorOf(sites[0]), quarter: await minorOf(sites[1]), own: await minorOf(site) }
    },
  }
}

type Reported = Pick<DisputeEvent, 'dispute' | 'authorization' | 'kind' | 'amount'>

/** Carries an action out; disputes are reported together. */
async function stepOf(fixture: PaymentsFixture, run: Run, action: Action): Promise<Reported[]> {
  const { payment, state, disputes } = run
  const reports = (kind: 'opened' | 'won' | 'lost', dispute: string, minor: bigint) => [
    { dispute, authorization: payment.key, kind, amount: euros(text(minor)) },
  ]
  const opens = (minor: bigint) => {
    const dispute = `d-${payment.id}-${disputes.open.length + disputes.lost.length}-${run.sequence.join('')}-${++named}`
    disputes.open.push(dispute)
    return reports('opened', dispute, minor)
  }
  switch (action) {
    case 'askThird':
      await asks(fixture, run, 4_00n)
      return []
    case 'askRest':
      await asks(fixture, run, leftOf(state))
      return []
    case 'refundDone':
      await answers(fixture, run, { outcome: 'done', reference: 'r-2' })
      return []
    case 'refundDeclined':
      await answers(fixture, run, refused)
      return []
    case 'refundBack': {
      const refund = (await fixture.followersOf(payment)).find(({ status }) => status === 'refunded')!
      await answered(fixture, refund, { outcome: 'returned', reference: 'r-3' })
      return []
    }
    case 'chargeWhole':
      return opens(12_00n)
    case 'chargeHalf':
      return opens(6_00n)
    case 'win':
      return reports('won', disputes.open.shift()!, state.open[0]!)
    case 'lose': {
      const dispute = disputes.open.shift()!
      disputes.lost.push(dispute)
      return reports('lost', dispute, state.open[0]!)
    }
    case 'overturn':
      return reports('won', disputes.lost.shift()!, state.lost[0]!)
    case 'failCapture':
      await answered(fixture, payment, {
        outcome: 'failed',
        request: 'capture',
        authorization: payment.key,
        reference: 'r-4',
      })
      return []
  }
}
let named = 0

async function asks(fixture: PaymentsFixture, { payment }: Run, minor: bigint): Promise<void> {
  fixture.acquirerProxy.next('refund', 'request lost')
  await fixture.reverses(payment, text(minor))
}

type Result = Parameters<typeof applyIncomingResult>[2]['result']

async function answers(fixture: PaymentsFixture, { payment }: Run, result: Result): Promise<void> {
  const refund = (await fixture.followersOf(payment)).find(({ status }) => status === 'refunding')!
  await answered(fixture, refund, result)
}

const answered = async ({ world }: PaymentsFixture, one: Pick<Payment, 'connector' | 'key'>, result: Result) =>
  expect(await applyIncomingResult(world.app, one.connector, { key: one.key, result })).toBe(true)
