import { sql } from 'kysely'
import type { OptionJson, SplitJson } from '#acquiring/terms'
import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { grouped } from '#kernel/audit/pages.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { PaymentRow } from './check-payments.ts'

/**
 * The shares of split payments, computed again: what each keeps of the captured amount, and what it returned in each
 * refund and chargeback, event by event. That the entries book these shares is checked with the entries.
 */
export async function checkShares(moment: Reader, rows: readonly PaymentRow[]): Promise<Difference[]> {
  const split = rows.filter((row) => row.parent_id === null && (row.shares || row.transaction_option?.splitPayment))
  if (split.length === 0) return []
  const events = await eventsOf(
    moment,
    split.map(({ id }) => id),
  )
  const byPayment = grouped(events, ({ payment }) => payment)
  const merchants = await merchantsOf(moment, split)
  return split.flatMap((row) => differencesOf(row, byPayment.get(row.id) ?? [], merchants))
}

type StoredShare = { site: number; merchant: number; minor: string }
/** A transition of a payment, or of what followed it. */
type Event = {
  payment: bigint
  id: bigint
  type: string
  reference: string | null
  action: string
  minor: bigint
  reinstates_id: bigint | null
  shares: readonly StoredShare[] | null
}

const eventsOf = async (moment: Reader, ids: readonly bigint[]): Promise<Event[]> =>
  (await moment.read
    .selectFrom('payments.payment_transitions as t')
    .innerJoin('payments.payments as p', 'p.id', 't.payment_id')
    .select([
      sql<bigint>`coalesce(p.parent_id, p.id)`.as('payment'),
      'p.id',
      'p.type',
      'p.reference',
      'p.minor',
      'p.reinstates_id',
      'p.shares',
      't.action',
    ])
    .where(
      sql<boolean>`coalesce(p.parent_id, p.id) = any(${ids}) and (p.id = any(${ids}) or p.parent_id = any(${ids}))`,
    )
    .orderBy('t.id')
    .execute()) as Event[]

/** The merchant of each site that has a share. */
async function merchantsOf(moment: Reader, rows: readonly PaymentRow[]): Promise<ReadonlyMap<number, number>> {
  const sites = rows.flatMap(({ shares }) => (shares ?? []).map(({ site }) => site))
  const found = await moment.run('select id, merchant_id from directory.sites where id = any($1)', [sites])
  return new Map(found.map(({ id, merchant_id }) => [Number(id), Number(merchant_id)]))
}

function differencesOf(
  row: PaymentRow,
  events: readonly Event[],
  merchants: ReadonlyMap<number, number>,
): Difference[] {
  const { id, currency, captured_minor: captured } = row
  const planned = plannedOf(row.transaction_option, currency)
  const whole = planned.map(({ minor }) => minor)
  const kept = captured === 0n ? whole : portions(whole, { part: captured, whole: row.minor })
  const compare = (of: bigint, wrong: string, shares: Event['shares'], should: readonly bigint[]): Difference[] => {
    const expected = planned.map(({ site }, at) => ({ site, merchant: merchants.get(site), minor: should[at] ?? 0n }))
    const [actual, right] = [textOf(shares ?? [], currency), textOf(expected, currency)]
    const look = `payments.payments where id = ${of}`
    return actual === right ? [] : [{ about: `payment ${of}`, wrong, actual, should: right, look }]
  }
  return [
    ...compare(id, 'its shares are not those that were requested', row.shares, kept),
    ...[...replay(events, kept, captured)].flatMap(([follower, { shares, should }]) =>
      compare(follower, 'its shares are not in proportion to what was left of its payment', shares, should),
    ),
  ]
}

type Returned = Map<bigint, { shares: readonly StoredShare[] | null; should: readonly bigint[] }>

/** What each refund, chargeback and representment should have moved of each share. */
function replay(events: readonly Event[], kept: readonly bigint[], captured: bigint): Returned {
  const returned: Returned = new Map()
  const disputes = new Map<string | null, readonly bigint[]>()
  let left = kept.map(() => 0n)
  let leftOfPayment = 0n
  for (const event of events) {
    const { id, type, reference, action, minor, shares, reinstates_id: origin } = event
    if (action === 'sell' || action === 'capture') {
      left = [...kept]
      leftOfPayment += captured
    } else if (action === 'cancel') {
      left = kept.map(() => 0n)
    } else if ((type === 'refund' && action === 'start') || action === 'chargeBack') {
      const ofShares = left.reduce((sum, one) => sum + one, 0n)
      const whole = leftOfPayment > ofShares ? leftOfPayment : ofShares
      const should = portions(left, { part: minor < whole ? minor : whole, whole })
      returned.set(id, { shares, should })
      disputes.set(reference, should)
      left = left.map((one, at) => one - should[at]!)
      leftOfPayment -= minor
    } else if ((type === 'refund' && (action === 'refuse' || action === 'comeBack')) || action === 'win') {
      left = left.map((one, at) => one + (returned.get(id)?.should[at] ?? 0n))
      leftOfPayment += minor
    } else if (action === 'represent' || action === 'overturn') {
      returned.set(id, { shares, should: disputes.get(reference) ?? [] })
    } else if (action === 'reverseCapture') {
      returned.set(id, { shares, should: kept })
    } else if (action === 'reinstateRefund') {
      returned.set(id, { shares, should: returned.get(origin!)?.should ?? [] })
    }
  }
  return returned
}

/** What the sites keep that a request names, in its order: their shares less what they share themselves. */
function plannedOf(option: OptionJson | null, currency: Currency): { site: number; minor: bigint }[] {
  const minorOf = (text: string) => parseMoney(text, currency)?.minor ?? 0n
  const walk = (split: SplitJson | undefined): { site: number; minor: bigint }[] =>
    (split?.splitSchema ?? []).flatMap(({ toSite, amount, splitPayment }) => {
      const passedOn = (splitPayment?.splitSchema ?? []).reduce((sum, one) => sum + minorOf(one.amount), 0n)
      return [{ site: toSite, minor: minorOf(amount) - passedOn }, ...walk(splitPayment)]
    })
  return walk(option?.splitPayment)
}

/** Rounded down, and the cents that are missing from the whole go to the last that can have them. */
function portions(amounts: readonly bigint[], { part, whole }: { part: bigint; whole: bigint }): bigint[] {
  if (whole <= 0n) return amounts.map(() => 0n)
  const floors = amounts.map((amount) => (amount * part) / whole)
  const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
  let missing = (sum(amounts) * part) / whole - sum(floors)
  return floors
    .toReversed()
    .map((floor, at) => {
      const most = amounts[amounts.length - 1 - at]! - floor
      const extra = most < missing ? most : missing
      missing -= extra
      return floor + extra
    })
    .toReversed()
}

type ShownShare = { site: number; merchant: number | undefined; minor: bigint | string }
const textOf = (shares: readonly ShownShare[], currency: Currency): string =>
  shares
    .map(({ site, merchant, minor }) => `site ${site} of merchant ${merchant}: ${amountText(BigInt(minor), currency)}`)
    .join(', ') || 'none'
