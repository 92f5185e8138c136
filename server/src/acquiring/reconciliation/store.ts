import { sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { readPage } from '#kernel/db/page.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { BreakStatus } from './break-states.ts'
import type { BreakId, ReportId } from './ids.ts'
import { settlementKey } from './judge-row.ts'
import {
  type Break,
  type BreakKind,
  type BreakTransition,
  differences,
  type RecordedRow,
  type Report,
  type RowType,
} from './report.ts'

const reports = (db: Reader) =>
  db.read
    .selectFrom('reconciliation.reports')
    .select(['id', 'connector', 'name', 'rows', 'recorded_by as recordedBy', 'recorded_at as recordedAt'])
    .select([
      sql<number>`(select count(*)::integer from reconciliation.rows r where r.report_id = reports.id)`.as(
        'recordedRows',
      ),
      sql<boolean>`exists (select from reconciliation.wholes w where w.report_id = reports.id)`.as('isWhole'),
    ])

export const findReport = (db: Reader, id: ReportId): Promise<Report | undefined> =>
  reports(db).where('id', '=', id).executeTakeFirst()

export const findReportOf = (db: Reader, digest: Uint8Array): Promise<Report | undefined> =>
  reports(db).where('digest', '=', digest).executeTakeFirst()

/** Newest first. */
export const listReports = (db: Reader, page: { page: number; size: number }) =>
  readPage(reports(db).orderBy('id', 'desc'), page)

/** The connectors of which there is any report, and when the first one came. */
export async function reportingConnectors(db: Reader): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db.read.selectFrom('reconciliation.connectors').selectAll().execute()
  return new Map(rows.map(({ id, since }) => [id, since]))
}

/** Under it the reserve of a connector is counted. */
export const connectorLock = (connector: string): RowLocks => ({
  table: 'reconciliation.connectors',
  ids: [connector],
})

const rowsOf = (db: Reader) => db.read.selectFrom('reconciliation.rows').selectAll()
type RowOfTable = RowOf<typeof rowsOf>

const rowOf = (row: RowOfTable): RecordedRow => ({
  reportId: row.report_id,
  line: row.line,
  connector: row.connector,
  entry: row.entry,
  batch: row.batch,
  type: row.type,
  key: row.key ?? undefined,
  reference: row.reference ?? undefined,
  currency: row.currency,
  grossMinor: row.gross_minor,
  feesMinor: row.fees_minor,
  netMinor: row.net_minor,
  bookedOn: row.booked_on,
  valueOn: row.value_on,
})

/** Those of a connector that are recorded already, by the acquirer's names. */
export async function rowsNamed(
  db: Reader,
  connector: string,
  entries: readonly string[],
): Promise<ReadonlyMap<string, RecordedRow>> {
  if (entries.length === 0) return new Map()
  const rows = await rowsOf(db)
    .where('connector', '=', connector)
    .where('entry', 'in', [...entries])
    .execute()
  return new Map(rows.map((row) => [row.entry, rowOf(row)]))
}

export async function findRow(
  db: Reader,
  { reportId, line }: { reportId: ReportId; line: number },
): Promise<RecordedRow> {
  return rowOf(await rowsOf(db).where('report_id', '=', reportId).where('line', '=', line).executeTakeFirstOrThrow())
}

/** Which of these transactions are settled, by which type of row; also those that were written off without one. */
export async function settledOf(db: Reader, ids: readonly PaymentId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const booked = await db.read
    .selectFrom('reconciliation.bookings')
    .select(['transaction_id as id', 'type'])
    .where(oneOf('transaction_id', 'bigint', ids))
    .execute()
  return new Set(booked.map(({ id, type }) => settlementKey(id!, type)))
}

/**
 * What an acquirer holds in reserve, by the rows that are booked. What it released beyond that and was written off did not
 * come from it.
 */
export async function heldBy(db: Reader, connector: string): Promise<Map<Currency, bigint>> {
  const rows = await db.run(
    `select r.currency, -sum(r.gross_minor)::bigint as minor
     from reconciliation.rows r
     join reconciliation.bookings b on b.report_id = r.report_id and b.line = r.line
     where r.connector = $1 and r.type = 'reserve'
       and not exists (select from reconciliation.breaks k where k.report_id = r.report_id and k.line = r.line
                         and k.kind = 'reserve' and k.status = 'writtenOff')
     group by r.currency`,
    [connector],
  )
  return new Map((rows as { currency: Currency; minor: bigint }[]).map(({ currency, minor }) => [currency, minor]))
}

const breaks = (db: Reader) => db.read.selectFrom('reconciliation.breaks').selectAll()
type BreakRow = RowOf<typeof breaks>

const breakOf = (row: BreakRow): Break => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  connector: row.connector,
  row: row.report_id === null ? undefined : { reportId: row.report_id, line: row.line! },
  transactionId: row.transaction_id ?? undefined,
  reported: moneyOf(row.reported_minor, row.reported_currency),
  expected: moneyOf(row.expected_minor, row.expected_currency),
  status: row.status,
  openedAt: row.opened_at,
})
const moneyOf = (minor: bigint | null, currency: Currency | null): Money | undefined =>
  minor === null || currency === null ? undefined : money(minor, currency)

export async function findBreak(db: Reader, id: BreakId): Promise<Break | undefined> {
  const row = await breaks(db).where('id', '=', id).executeTakeFirst()
  return row && breakOf(row)
}

export const breaksOfReport = async (db: Reader, reportId: ReportId, limit: number): Promise<Break[]> =>
  (await breaks(db).where('report_id', '=', reportId).orderBy('id').limit(limit).execute()).map(breakOf)

/** Of the breaks that are open about a row that is missing, those that one of these rows is about. */
export async function missedOf(
  db: Reader,
  rows: readonly { type: RowType; transaction: Pick<Transaction, 'id'> | undefined }[],
): Promise<Break[]> {
  const ids = rows.flatMap(({ transaction }) => transaction?.id ?? [])
  if (ids.length === 0) return []
  const reversals = new Set(
    rows.flatMap(({ type, transaction }) => (type === 'reversal' ? transaction?.id : undefined)),
  )
  const found = await breaks(db)
    .where(oneOf('transaction_id', 'bigint', ids))
    .where('kind', 'in', ['notReported', 'notReversed'])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  return found.map(breakOf).filter(({ kind, transactionId }) => kind === 'notReported' || reversals.has(transactionId))
}

/** The open breaks about rows that differ from these transactions, and settle them once a person decides so. */
export async function openDifferencesOf(db: Reader, ids: readonly PaymentId[]): Promise<Break[]> {
  if (ids.length === 0) return []
  const open = await breaks(db)
    .where(oneOf('transaction_id', 'bigint', ids))
    .where('kind', 'in', [...differences])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  return open.map(breakOf)
}

/** The rows about these payments with an open break that says that no money has moved by our books, oldest first. */
export async function unmovedRowsOf(
  db: Reader,
  payments: readonly Pick<Transaction, 'id'>[],
): Promise<{ found: Break; row: RecordedRow }[]> {
  const ids = payments.map(({ id }) => id)
  if (ids.length === 0) return []
  const open = await breaks(db)
    .where(oneOf('transaction_id', 'bigint', ids))
    .where('kind', 'in', ['unbooked', 'voided'])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  return Promise.all(open.map(breakOf).map(async (found) => ({ found, row: await findRow(db, found.row!) })))
}

/** Of these transactions, those that an open break is about, or that were missing before. */
export async function withBreaks(db: Reader, ids: readonly PaymentId[]): Promise<ReadonlySet<PaymentId>> {
  if (ids.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('reconciliation.breaks')
    .select('transaction_id as id')
    .where(oneOf('transaction_id', 'bigint', ids))
    .where((where) => where.or([where('status', '=', 'open'), where('kind', '=', 'notReported')]))
    .execute()
  return new Set(rows.map(({ id }) => id!))
}

/** Whether a break says already that a payment was not reversed. */
export async function isKnownNotReversed(db: Reader, id: PaymentId): Promise<boolean> {
  const found = breaks(db).where('transaction_id', '=', id).where('kind', '=', 'notReversed')
  return (await found.executeTakeFirst()) !== undefined
}

export type BreakFilter = {
  status?: BreakStatus | undefined
  kind?: BreakKind | undefined
  connector?: string | undefined
}

/** Newest first. */
export async function listBreaks(
  db: Reader,
  { status, kind, connector }: BreakFilter,
  page: { page: number; size: number },
): Promise<{ data: Break[]; total: number }> {
  const { data, total } = await readPage(
    breaks(db)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .$if(connector !== undefined, (query) => query.where('connector', '=', connector!))
      .orderBy('id', 'desc'),
    page,
  )
  return { data: data.map((row) => breakOf(row as BreakRow)), total }
}

export async function historyOfBreak(db: Reader, id: BreakId): Promise<BreakTransition[]> {
  const rows = await db.read
    .selectFrom('reconciliation.break_transitions')
    .select(['action', 'to_status as toStatus', 'actor', 'note', 'occurred_at as occurredAt'])
    .where('break_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? undefined }))
}

/** Sets ids aside, so that a break, its history and its entry can be in one commit. */
export async function reserveBreakIds(db: Db, count: number): Promise<BreakId[]> {
  if (count === 0) return []
  const rows = await db.run(
    `select nextval(pg_get_serial_sequence('reconciliation.breaks', 'id')) as id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id as BreakId)
}
