import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { SettlementEntry, SettlementPage } from '../port.ts'
import type { AdyenContext } from './context.ts'
import type { SettlementLine } from './settlement-line.ts'
import { entriesByKey } from './store.ts'

type Known = Pick<AdyenContext, 'db' | 'connector'>

export type Report = {
  path: string
  name: string
  lines: number
  /** Null: it is not whole yet. */
  number: bigint | null
  tries: number
  /** The moment of its second announcement: another row has the lines that are read from then on. */
  replacedAt: Instant | null
}

export const findReport = ({ db }: Known, id: bigint): Promise<Report | undefined> =>
  db.read
    .selectFrom('adyen.reports')
    .select(['path', 'name', 'lines', 'number', 'tries', 'replaced_at as replacedAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A report by its name, as it was announced last. */
export const findAnnounced = ({ db, connector }: Known, name: string) =>
  db.read
    .selectFrom('adyen.reports')
    .select(['id', 'lines', 'number', 'trouble'])
    .where('connector', '=', connector)
    .where('name', '=', name)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

export async function lastReportNumber({ db, connector }: Known): Promise<bigint> {
  const { last } = await db.read
    .selectFrom('adyen.reports')
    .select(({ fn }) => fn.max<bigint | null>('number').as('last'))
    .where('connector', '=', connector)
    .executeTakeFirstOrThrow()
  return last ?? 0n
}

/** When the batch was paid out; where nothing was paid out, the day of the last line. */
export async function payoutDayOf({ db }: Known, reportId: bigint): Promise<Temporal.PlainDate | undefined> {
  const row = await db.read
    .selectFrom('adyen.settlement_lines')
    .select('booked_on')
    .where('report_id', '=', reportId)
    .orderBy(({ eb }) => eb('type', '=', 'transfer'), 'desc')
    .orderBy('line', 'desc')
    .executeTakeFirst()
  return row?.booked_on
}

type KeyedLine = SettlementLine & {
  /** Our keys of the authorization and of the refund or reversal, where they are ours. */
  authorization: string | undefined
  request: string | undefined
  /** Adyen's name of the payment, or of the dispute. */
  reference: string | undefined
}

/** The lines with our keys of what they are about. A refund by which a capture was reversed is a reversal to us. */
export async function withKeys(known: Known, lines: readonly SettlementLine[]): Promise<KeyedLine[]> {
  const references = lines.flatMap((line) => [line.merchantReference, line.modificationMerchantReference])
  const ours = await entriesByKey(known, references)
  return lines.map((line) => {
    const modification = ours.get(line.modificationMerchantReference)
    const isReversal = line.type === 'refund' && modification?.kind === 'reverse'
    const isDispute = line.type === 'chargeback' || line.type === 'representment'
    return {
      ...line,
      type: isReversal ? 'reversal' : line.type,
      authorization: ours.get(line.merchantReference)?.authorization,
      request: line.type === 'refund' || line.type === 'reinstatement' ? modification?.key : undefined,
      reference: (isDispute && line.modificationReference) || line.pspReference || undefined,
    }
  })
}

/**
 * What was settled, a batch after the other in the order in which their reports were whole; a page is about one batch. A
 * place is the number of a report and the line of it that was read last: `12/340`.
 */
export async function settlementsSince(known: Known, place: string | undefined): Promise<SettlementPage> {
  const [, report = '0', line = '0'] = /^(\d{1,18})\/(\d{1,9})$/.exec(place ?? '') ?? []
  const rows = await wholeLines(known)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('r.number', 'l.line'), '>', tuple(BigInt(report), Number(line))))
    .orderBy('r.number')
    .orderBy('l.line')
    .limit(perPage)
    .execute()
  const ofOne = rows.filter(({ batch }) => batch === rows[0]?.batch)
  const last = ofOne.at(-1)
  return { entries: ofOne.map(entryOf), place: last ? `${last.number}/${last.line}` : place }
}
const perPage = 100

const wholeLines = ({ db, connector }: Known) =>
  db.read
    .selectFrom('adyen.settlement_lines as l')
    .innerJoin('adyen.reports as r', 'r.id', 'l.report_id')
    .select(['r.number', 'r.settled_on', 'l.line', 'l.batch', 'l.type', 'l.request_key', 'l.authorization_key'])
    .select(['l.reference', 'l.currency', 'l.gross_minor', 'l.fees_minor'])
    .where('r.connector', '=', connector)
    .where('r.number', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof wholeLines>['execute']>>[number]

const kindOf = (type: Row['type']): SettlementEntry['kind'] => {
  if (type === 'representment') return 'chargeback_won'
  return type === 'captureFailure' ? 'capture_failed' : type
}

/** A report of a batch never changes, so that a line of it has one name whenever it is fetched. */
const entryOf = (row: Row): SettlementEntry => ({
  id: `${row.batch}-${row.line}`,
  batch: row.batch,
  kind: kindOf(row.type),
  authorization: row.authorization_key ?? undefined,
  request: row.request_key ?? undefined,
  reference: row.reference ?? undefined,
  gross: money(row.gross_minor, row.currency),
  fee: money(row.fees_minor, row.currency),
  settledOn: row.settled_on!,
})
