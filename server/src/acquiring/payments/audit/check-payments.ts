import { sql } from 'kysely'
import { type EntryCause, entriesOf } from '#core/ledger/audit'
import type { Findings, Scope } from '#kernel/audit/findings.ts'
import { grouped, pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'
import { failuresOf } from './capture-failures.ts'
import { checkOrderShares } from './check-order-shares.ts'
import { checkOwedReturns } from './check-owed-returns.ts'
import { checkPrices } from './check-prices.ts'
import { checkShares } from './check-shares.ts'
import { differencesOfPayment, type OtherKinds, type PaymentRecord, rulesOf } from './payment-record.ts'

/**
 * Every transaction: its history, its amounts, its entries and its hold fit together. `others` are the rules of the
 * kinds that other modules own.
 */
export async function checkPayments(
  moment: Reader,
  findings: Findings,
  { others, report, scope }: { others: OtherKinds; report: (count: number) => void; scope: Scope },
): Promise<void> {
  let count = 0
  const rules = rulesOf(others)
  for await (const page of pagesOf((after) => rowsAfter(moment, after, scope('payments.payments')))) {
    for (const record of await recordsOf(moment, page))
      findings.differ(...differencesOfPayment(record, rules[record.row.type]), ...failuresOf(record))
    findings.differ(...(await checkShares(moment, page)))
    findings.differ(...(await checkPrices(moment, idsOf(page))))
    findings.differ(...(await checkOrderShares(moment, idsOf(page))))
    findings.differ(...(await checkOwedReturns(moment, idsOf(page))))
    count += page.length
    if (count % reportEvery === 0) report(count)
  }
  findings.checked('payments', count)
  await checkHoldCauses(moment, findings, scope('ledger.holds'))
}
const reportEvery = 100_000

const rowsAfter = (moment: Reader, after: bigint, scope: string) =>
  moment.read
    .selectFrom('payments.payments')
    .select([
      'id',
      'type',
      'status',
      'merchant_id',
      'site_id',
      'order_id',
      'parent_id',
      'currency',
      'key',
      'connector',
      'minor',
      'captured_minor',
      'refunded_minor',
      'charged_back_minor',
      'fee_minor',
      'fee_basis_points',
      'transaction_option',
      'shares',
      'share_corrections',
      'pending_minor',
      'request_key',
      'due_tries',
      sql<boolean>`due_at is not null`.as('is_due'),
      sql<boolean>`captured_at is not null`.as('was_captured'),
      sql<boolean>`approved_at is not null`.as('was_approved'),
    ])
    .where('id', '>', sql<never>`${after}`)
    .where(sql.raw<boolean>(scope))
    .orderBy('id')
    .limit(pageSize)
    .execute()
export type PaymentRow = Awaited<ReturnType<typeof rowsAfter>>[number]

const idsOf = (rows: readonly PaymentRow[]): readonly bigint[] => rows.map(({ id }) => id)

/** What all tables say of a page of transactions. */
async function recordsOf(moment: Reader, rows: readonly PaymentRow[]): Promise<PaymentRecord[]> {
  const ids = rows.map(({ id }) => id)
  const references = ids.map((id) => `payment ${id}`)
  const transitions = await moment.read
    .selectFrom('payments.payment_transitions')
    .select(['payment_id', 'action', 'from_status', 'to_status', 'minor'])
    .where(sql<boolean>`payment_id = any(${ids})`)
    .orderBy('payment_id')
    .orderBy('id')
    .execute()
  const holds = await moment.read
    .selectFrom('ledger.holds')
    .select(['reference', 'account', 'currency', 'minor', 'posted_minor', 'status'])
    .where(sql<boolean>`reference = any(${references})`)
    .execute()
  const followers = await moment.read
    .selectFrom('payments.payments')
    .select([
      'id',
      'type',
      'reference',
      'parent_id',
      'status',
      'minor',
      'captured_minor',
      'fee_minor',
      'site_id',
      'order_id',
      'currency',
      'connector',
    ])
    .where(sql<boolean>`parent_id = any(${ids})`)
    .execute()
  const fallbacks = await moment.read
    .selectFrom('payments.fallbacks')
    .select(['payment_id', 'key', 'connector', 'next_connector'])
    .where(sql<boolean>`payment_id = any(${ids})`)
    .execute()
  const entries = await entriesOf(moment, references)
  const transitionsOf = grouped(transitions, (transition) => transition.payment_id)
  const holdOf = new Map(holds.map((hold) => [hold.reference, hold]))
  const fallbacksOf = grouped(fallbacks, (one) => one.payment_id)
  const followersOf = grouped(followers, (one) => one.parent_id)
  return rows.map((row, index) => ({
    row,
    reference: references[index]!,
    transitions: transitionsOf.get(row.id) ?? [],
    hold: holdOf.get(references[index]!),
    fallbacks: fallbacksOf.get(row.id) ?? [],
    refunds: (followersOf.get(row.id) ?? []).filter(({ type }) => type === 'refund'),
    disputes: (followersOf.get(row.id) ?? []).filter(({ type }) => type !== 'refund'),
    entries: entries.get(references[index]!) ?? [],
  }))
}

/** The transactions that ledger entries name as their cause. */
export const paymentCause: EntryCause = {
  join: `left join payments.payments p
    on p.id = case when e.reference ~ '^payment [0-9]{1,18}$' then substr(e.reference, 9)::bigint end
    and 'payment ' || p.id = e.reference`,
  isMissing: 'p.id is null',
}

/** The payments of which something takes what waits, and the releases of batches, which such entries name. */
export const earningsCause: EntryCause = {
  join: `left join payments.payments ep on e.recipe = 'merchantEarningsTaken'
      and ep.id = case when e.reference ~ '^payment [0-9]{1,18} by ' then split_part(e.reference, ' ', 2)::bigint end
    left join payments.releases er on 'release ' || er.id = e.reference`,
  isMissing: 'ep.id is null and er.id is null',
}

/**
 * Every hold is for a payment, or for what a holder spends, which has checks of its own. Whether it is the right hold is
 * checked with the payment.
 */
async function checkHoldCauses(moment: Reader, findings: Findings, scope: string): Promise<void> {
  const holds = `(select * from ledger.holds where ${scope})`
  const [counted] = await moment.run(`select count(*) as holds from ${holds} h`, [])
  findings.checked('holds', Number(counted!.holds))
  const rows = (await moment.run(
    `select h.id, h.reference, h.status from ${holds} h
     left join payments.payments p on 'payment ' || p.id = h.reference
     where p.id is null and not starts_with(h.reference, 'spend ') order by h.id`,
    [],
  )) as { id: bigint; reference: string; status: string }[]
  for (const { id, reference, status } of rows)
    findings.differ({
      about: `hold ${id}`,
      wrong: 'its payment does not exist',
      actual: `${status} for ${reference}`,
      should: 'every hold is for a payment',
      look: `ledger.holds where id = ${id}`,
    })
}
