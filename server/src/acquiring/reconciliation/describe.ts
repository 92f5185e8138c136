import type { z } from 'zod'
import { doneBy } from '#core/access'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { ReportId } from './ids.ts'
import type { Break, Report } from './report.ts'
import { breakRecord, reportRecord, type totalShape, wholeBreak, type wholeReportShape } from './shapes.ts'
import { breaksOfReport, findRow, historyOfBreak } from './store.ts'

/** A report, what of it is booked in each currency, and its breaks. */
export async function describeReport(db: Reader, report: Report): Promise<z.output<typeof wholeReportShape>> {
  const [totals, breaks] = await Promise.all([totalsOf(db, report.id), breaksOfReport(db, report.id, breaksShownMax)])
  return { ...reportRecord(report), totals: totals.map(totalRecord), breaks: breaks.map(breakRecord) }
}
const breaksShownMax = 1_000

type Total = {
  currency: Currency
  /** Rows that it has recorded, without transfers, and those that are booked. */
  rows: number
  booked: number
  /** Of what is booked. */
  grossMinor: bigint
  feesMinor: bigint
  heldMinor: bigint
  /** What its transfers brought to our bank. */
  transferredMinor: bigint
}

async function totalsOf(db: Reader, id: ReportId): Promise<Total[]> {
  const rows = await db.run(
    `select r.currency, count(*) filter (where r.type <> 'transfer')::integer as rows, count(b.id)::integer as booked,
            coalesce(sum(r.gross_minor) filter (where b.id is not null and r.type <> 'reserve'), 0)::bigint as "grossMinor",
            coalesce(sum(r.fees_minor) filter (where b.id is not null), 0)::bigint as "feesMinor",
            coalesce(sum(-r.gross_minor) filter (where b.id is not null and r.type = 'reserve'), 0)::bigint as "heldMinor",
            coalesce(sum(-r.gross_minor) filter (where r.type = 'transfer'), 0)::bigint as "transferredMinor"
     from reconciliation.rows r
     left join reconciliation.bookings b on b.report_id = r.report_id and b.line = r.line
     where r.report_id = $1 group by r.currency order by r.currency`,
    [id],
  )
  return rows as Total[]
}

function totalRecord({ currency, rows, booked, ...total }: Total): z.output<typeof totalShape> {
  const text = (minor: bigint) => formatMoney(money(minor, currency))
  const { grossMinor, feesMinor, heldMinor, transferredMinor } = total
  return {
    ...{ currency, rows, booked, gross: text(grossMinor), fees: text(feesMinor), held: text(heldMinor) },
    ...{ net: text(grossMinor - feesMinor - heldMinor), transferred: text(transferredMinor) },
  }
}

/** A break with its row, its history, and who did what about it. */
export async function describeBreak(db: Db, found: Break) {
  const [row, history, audit] = await Promise.all([
    found.row && findRow(db, found.row),
    historyOfBreak(db, found.id),
    doneBy(db, { kind: 'acquirerBreak', id: String(found.id) }, { isOperator: true }),
  ])
  return wholeBreak(found, { row, history, audit })
}
