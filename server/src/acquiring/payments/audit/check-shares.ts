import { sql } from 'kysely'
import type { OptionJson, SplitJson } from '#acquiring/terms'
import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { grouped } from '#kernel/audit/pages.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { PaymentRow } from './check-payments.ts'
import { type Event, movementsOf, portions } from './movements-of-shares.ts'
import { standingOf } from './standing-shares.ts'

/**
 * The shares of split payments, computed again: what each keeps of the captured amount, what it returned in each refund and
 * chargeback, event by event, and what it has returned of all that stand. That the entries book these shares is checked with
 * the entries.
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
      'p.share_corrections',
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
    ...movementsOf(events, { kept, captured }).flatMap(({ follower, shares, should, otherwise }) => {
      const wrong = 'its shares are not in proportion to what was left of its payment'
      const differences = compare(follower, wrong, shares, should)
      return otherwise && compare(follower, wrong, shares, otherwise).length === 0 ? [] : differences
    }),
    ...standingOf(row, events, kept),
  ]
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

type ShownShare = { site: number; merchant: number | undefined; minor: bigint | string }
const textOf = (shares: readonly ShownShare[], currency: Currency): string =>
  shares
    .map(({ site, merchant, minor }) => `site ${site} of merchant ${merchant}: ${amountText(BigInt(minor), currency)}`)
    .join(', ') || 'none'
