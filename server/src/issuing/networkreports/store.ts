import type { Selectable } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Ref } from '#kernel/db/commit/writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Break, Movement, Report, ReportedDay } from './report.ts'

/** As JSON has it: amounts in minor units, as texts. */
export type StoredBreak = {
  movement: Movement
  reported: { count: number; minor: string }
  booked: { count: number; minor: string }
}

export const storedBreak = ({ movement, reported, booked }: Break): StoredBreak => ({
  movement,
  reported: { ...reported, minor: String(reported.minor) },
  booked: { ...booked, minor: String(booked.minor) },
})

export type RecordedDay = ReportedDay & { id: bigint; reportId: bigint }

/** Why a day differs, and what differed when somebody said so. */
export type Match = { rowId: bigint; breaks: readonly StoredBreak[]; reason: string; by: string; at: Instant }

const reports = (db: Reader) =>
  db.read
    .selectFrom('networkreports.reports')
    .select(['id', 'name', 'recorded_by as recordedBy', 'recorded_at as recordedAt'])

export const findReport = (db: Reader, id: bigint): Promise<Report | undefined> =>
  reports(db).where('id', '=', id).executeTakeFirst()

export const findReportOf = (db: Reader, digest: Uint8Array): Promise<Report | undefined> =>
  reports(db).where('digest', '=', digest).executeTakeFirst()

/** Newest first. */
export const listReports = (db: Reader, page: { page: number; size: number }) =>
  readPage(reports(db).orderBy('id', 'desc'), page)

export const insertDays = (reportId: Ref, days: readonly ReportedDay[]): Write[] =>
  days.length === 0
    ? []
    : [
        insert(
          'networkreports.rows',
          days.map(({ line, day, currency, sums }) => ({
            report_id: reportId,
            line,
            day,
            currency,
            clearing_count: sums.clearing.count,
            clearing_minor: sums.clearing.minor,
            refund_count: sums.refund.count,
            refund_minor: sums.refund.minor,
            chargeback_count: sums.chargeback.count,
            chargeback_minor: sums.chargeback.minor,
            representment_count: sums.representment.count,
            representment_minor: sums.representment.minor,
            fee_count: sums.fee.count,
            fee_minor: sums.fee.minor,
          })),
        ),
      ]

/** By day and currency. */
export async function daysOf(db: Reader, reportId: bigint): Promise<RecordedDay[]> {
  const rows = await db.read
    .selectFrom('networkreports.rows')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('day')
    .orderBy('currency')
    .execute()
  return rows.map(dayOf)
}

const dayOf = (row: Selectable<Schema['networkreports.rows']>): RecordedDay => ({
  id: row.id,
  reportId: row.report_id,
  line: row.line,
  day: row.day,
  currency: row.currency,
  sums: {
    clearing: { count: row.clearing_count, minor: row.clearing_minor },
    refund: { count: row.refund_count, minor: row.refund_minor },
    chargeback: { count: row.chargeback_count, minor: row.chargeback_minor },
    representment: { count: row.representment_count, minor: row.representment_minor },
    fee: { count: row.fee_count, minor: row.fee_minor },
  },
})

/** The money of a day has moved at our bank. */
export type Settlement = { day: Temporal.PlainDate; currency: Currency; rowId: bigint; by: string; at: Instant }

/** Of these days, those that are settled, whichever report said so. */
export async function settlementsOf(db: Reader, days: readonly Pick<RecordedDay, 'day'>[]): Promise<Settlement[]> {
  if (days.length === 0) return []
  return db.read
    .selectFrom('networkreports.settlements')
    .select(['day', 'currency', 'row_id as rowId', 'settled_by as by', 'settled_at as at'])
    .where('day', 'in', [...new Set(days.map(({ day }) => `${day}`))] as never)
    .execute()
}

/** The last match of each row that has one. */
export async function matchesOf(db: Reader, rowIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Match>> {
  if (rowIds.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('networkreports.matches')
    .select(['row_id as rowId', 'breaks', 'reason', 'matched_by as by', 'matched_at as at'])
    .where('row_id', 'in', [...rowIds])
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.rowId, row]))
}
