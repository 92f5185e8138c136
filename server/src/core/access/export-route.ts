import { z } from 'zod'
import type { Directory, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { csvLine } from '#kernel/base/csv.ts'
import { moment, optional, timeZone } from '#kernel/http/field.ts'
import type { CreatedPeriod } from '#kernel/http/filter.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { Columns } from './entry-columns.ts'
import { type ExportParts, noteExport } from './export-list.ts'
import { siteIdField, siteInScope, sitesInScope } from './in-scope.ts'
import type { StaffCaller } from './staff.ts'
import { type StaffRoute, staffFile } from './staff-route.ts'

/** Which rows of a list a file has. Both ends of the period are of it; one that is absent is open. */
export type Selection = {
  /** The one site that was asked for. */
  site: SiteId | undefined
  /** That one, or those that the caller may see. Undefined: all sites. */
  siteIds: readonly SiteId[] | undefined
  from: Instant | undefined
  to: Instant | undefined
}

/** A list that can be written to a file: its columns, and its rows oldest first. */
export type Exported<Row extends { id: bigint }> = {
  /** A text for each column; a moment is written in the time zone of the file. */
  columns: Columns<Row>
  /** Those behind an id, by ascending id. */
  rowsAfter(after: bigint, limit: number): Promise<readonly Row[]>
}

/** A list as CSV, written part by part: however long it is, it is never in memory as a whole. */
export const csvOf = <Row extends { id: bigint }>(
  { columns, rowsAfter }: Exported<Row>,
  zone: string,
): AsyncGenerator<string> => csvOfParts(columns, partsOf(rowsAfter), zone)

export async function* csvOfParts<Row>(
  columns: Columns<Row>,
  parts: AsyncIterable<readonly Row[]>,
  zone: string,
): AsyncGenerator<string> {
  yield csvHead(columns, zone)
  for await (const rows of parts) yield csvLines(columns, rows, zone)
}

/** The line with the names of the columns; that of the last says how times are written. */
export const csvHead = (columns: Columns<never>, zone: string): string =>
  csvLine([...Object.keys(columns), `times are in ${zone}`])

export function csvLines<Row>(columns: Columns<Row>, rows: readonly Row[], zone: string): string {
  const fields = Object.values(columns)
  return rows.map((row) => csvLine([...fields.map((field) => fieldText(field(row), zone)), ''])).join('')
}

/** The same as an object of JSON in each line, without what is empty. */
export async function* jsonLinesOf<Row extends { id: bigint }>(
  { columns, rowsAfter }: Exported<Row>,
  zone: string,
): AsyncGenerator<string> {
  const fields = Object.entries(columns)
  const lineOf = (row: Row) =>
    JSON.stringify(Object.fromEntries(fields.map(([name, field]) => [name, fieldText(field(row), zone) || undefined])))
  for await (const rows of partsOf(rowsAfter)) yield rows.map((row) => `${lineOf(row)}\n`).join('')
}

async function* partsOf<Row extends { id: bigint }>(
  rowsAfter: Exported<Row>['rowsAfter'],
): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const rows = await rowsAfter(after, rowsPerPart)
    yield rows
    if (rows.length < rowsPerPart) return
    after = rows.at(-1)!.id
  }
}
const rowsPerPart = 500

const fieldText = (value: string | Instant | undefined, zone: string): string =>
  value instanceof Temporal.Instant
    ? value.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
    : (value ?? '')

/** The name of the file says what is in it: `payments-site-10001-from-2026-05-01.csv`. */
export function exportName(list: string, { site, from, to }: Selection, zone: string): string {
  const day = (at: Instant) => at.toZonedDateTimeISO(zone).toPlainDate().toString()
  const parts = [
    list,
    ...(site === undefined ? [] : [`site-${site}`]),
    ...(from ? [`from-${day(from)}`] : []),
    ...(to ? [`to-${day(to)}`] : []),
  ]
  return `${parts.join('-')}.csv`
}

/** The same of a list whose period is half open: `payments-from-2026-05-01-to-2026-05-31-Europe-Paris.csv`. */
export function listFileName(
  names: readonly (string | undefined)[],
  period: CreatedPeriod | undefined,
  zone: string,
): string {
  const day = (at: Instant) => at.toZonedDateTimeISO(zone).toPlainDate().toString()
  const parts = [
    ...names.filter((name) => name !== undefined),
    ...(period?.from ? [`from-${day(period.from)}`] : []),
    ...(period?.until ? [`to-${day(period.until.subtract({ microseconds: 1 }))}`] : []),
    zone.replaceAll(/[^\w+-]/g, '-'),
  ]
  return `${parts.join('-')}.csv`
}

/** Of which period a file is, and how it writes times. */
export const periodQuery = {
  from: optional(moment()).meta({ description: 'Made at this moment or later.' }),
  to: optional(moment()).meta({ description: 'Made at this moment or before.' }),
  timeZone: optional(timeZone()).meta({ description: 'In which times are written.', default: 'UTC' }),
}

type Spec<Row extends { id: bigint }> = {
  list: string
  operationId: string
  summary: string
  permission: Permission
  parts: ExportParts & { directory: Directory }
  exported(selection: Selection, caller: StaffCaller): Exported<Row>
}

/** The route by which a list is exported as a file. */
export const exportRoute = <Row extends { id: bigint }>(spec: Spec<Row>): StaffRoute =>
  staffFile({
    method: 'GET',
    path: `/exports/${spec.list}`,
    operationId: spec.operationId,
    group: 'Exports',
    summary: spec.summary,
    about: 'A file that is written while it is read, oldest first. A connection that breaks off has not sent all.',
    caller: 'staff',
    permission: spec.permission,
    query: z.object({
      siteId: optional(siteIdField).meta({
        description: 'All that you may see, if left out.',
      }),
      ...periodQuery,
    }),
    reply: z.string(),
    files: ['text/csv'],
    run: async ({ caller, ip, query }) => {
      const { siteId, from, to, timeZone: zone = 'UTC' } = query
      const { directory } = spec.parts
      const site = siteId === undefined ? undefined : (await siteInScope(directory, caller, siteId)).id
      const selection = {
        site,
        siteIds: site === undefined ? await sitesSeen(directory, caller) : [site],
        from: from?.in(zone, 'from'),
        to: to?.in(zone, 'to'),
      }
      await noteExport(spec.parts, { caller, ip, name: spec.list, query, period: undefined })
      return {
        type: 'text/csv; charset=utf-8; header=present',
        fileName: exportName(spec.list, selection, zone),
        parts: csvOf(spec.exported(selection, caller), zone),
      }
    },
  })

const sitesSeen = async (directory: Directory, caller: StaffCaller) =>
  caller.staff.scope.kind === 'platform' ? undefined : sitesInScope(directory, caller)
