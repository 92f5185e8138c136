import { type BookedRows, type CalledFor, checkBookedRows, type EntryCause } from '#core/ledger/audit'
import type { Check, Scope } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { checkRules } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { rules } from './rules.ts'

/** The rows and breaks that ledger entries name as their cause. */
export const reportCause: EntryCause = {
  join: `left join (select distinct reference from reconciliation.bookings) ar
    on e.reference = ar.reference and e.recipe = 'acquirerSettled'`,
  isMissing: 'ar.reference is null',
}
export const breakCause: EntryCause = {
  join: `left join reconciliation.breaks ab on e.reference = 'acquirer break ' || ab.id`,
  isMissing: 'ab.id is null',
}

type Sums = { currency: Currency; gross: bigint; fees: bigint; held: bigint }
/** `isHeld`: whether a row `r` has changed what is held in reserve. */
const sumsOf = (reference: string, isHeld = `r.type = 'reserve'`) => `
  select min(r.currency) as currency, coalesce(sum(r.gross_minor) filter (where not (${isHeld})), 0)::bigint as gross,
         coalesce(sum(r.fees_minor), 0)::bigint as fees,
         coalesce(-sum(r.gross_minor) filter (where ${isHeld}), 0)::bigint as held
  from reconciliation.bookings x join reconciliation.rows r on r.report_id = x.report_id and r.line = x.line
  where x.reference = ${reference}`

const settled = ({ currency, gross, fees, held }: Sums): CalledFor => ({
  recipe: 'acquirerSettled',
  facts: { gross: money(gross, currency), fees: money(fees, currency), held: money(held, currency) },
})

/** What was booked of reports is what their rows come to: a booking stands for the others of its entry. */
const bookings = (scope: Scope): BookedRows<{ id: bigint; reference: string } & Sums> => ({
  what: 'booking of acquirer report',
  next: (moment) => async (after) =>
    (await moment.run(
      `select b.id, b.reference, s.* from (select * from reconciliation.bookings where ${scope('reconciliation.bookings')}) b
       cross join lateral (${sumsOf('b.reference')}) s
       where b.id > $1 and b.reference like 'acquirer report %'
         and not exists (select from reconciliation.bookings o where o.reference = b.reference and o.id < b.id)
       order by b.id limit ${pageSize}`,
      [after],
    )) as ({ id: bigint; reference: string } & Sums)[],
  reference: ({ reference }) => reference,
  calledFor: (sums) => [settled(sums)],
})

type BreakRow = {
  id: bigint
  kind: string
  status: string
  reported_currency: Currency | null
  reported_minor: bigint | null
  expected_currency: Currency | null
  expected_minor: bigint | null
} & (Sums | { currency: null })

/** Each break is booked as its status calls for. */
const breaks: BookedRows<BreakRow> = {
  what: 'acquirer break',
  next: (moment) => async (after) =>
    (await moment.run(
      `select k.id, k.kind, k.status, k.reported_currency, k.reported_minor, k.expected_currency, k.expected_minor, s.*
       from reconciliation.breaks k cross join lateral (${sumsOf(`'acquirer break ' || k.id`, `r.type = 'reserve' and k.status <> 'writtenOff'`)}) s
       where k.id > $1 order by k.id limit ${pageSize}`,
      [after],
    )) as BreakRow[],
  reference: ({ id }) => `acquirer break ${id}`,
  calledFor: (row) => {
    const amount = (minor: bigint | null, currency: Currency | null) =>
      minor === null || currency === null ? undefined : money(minor, currency)
    // Of a reserve it is what is held, which stays.
    const expected = row.kind === 'reserve' ? undefined : amount(row.expected_minor, row.expected_currency)
    const reported = amount(row.reported_minor, row.reported_currency)
    return [
      ...(row.currency === null ? [] : [settled(row)]),
      ...(row.status === 'writtenOff'
        ? [{ recipe: 'acquirerDifference', facts: { expected, reported } } as const]
        : []),
    ]
  },
}

export const checks: readonly Check[] = [
  { name: 'reports of acquirers', check: (moment, findings) => checkRules(moment, findings, rules) },
  {
    name: 'bookings of acquirer reports',
    check: (moment, findings, _report, scope) => checkBookedRows(moment, findings, bookings(scope)),
  },
  { name: 'breaks of acquirers', check: (moment, findings) => checkBookedRows(moment, findings, breaks) },
]
