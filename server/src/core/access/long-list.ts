import type { Selectable } from 'kysely'
import { z } from 'zod'
import { cursorOf, isNumbered, type KeysetList, readCursor } from '#kernel/db/keyset.ts'
import { countTo } from '#kernel/db/keyset-count.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type CreatedPeriod, periodRecord } from '#kernel/http/filter.ts'
import { allOfKeyset, type KeysetQuery, keysetOf, keysetQuery, partOfKeyset } from '#kernel/http/keyset.ts'
import type { Permission } from '#kernel/http/route.ts'
import { type Columns, chosenColumns, columnsField, columnsOf } from './entry-columns.ts'
import { type ExportParts, noteExport } from './export-list.ts'
import { csvHead, csvLines, csvOfParts, listFileName } from './export-route.ts'
import type { ListFile, OpenedListFile } from './list-file.ts'
import type { ListReader } from './staff.ts'
import { type StaffRoute, staffFile, staffKeyset } from './staff-route.ts'

/** What a search of a long list has found: where its entries are, and what is made of their rows. */
export type Found<Table extends keyof Schema & string, Thing> = {
  list: KeysetList<Table>
  /** The same entries in an order in which they are counted sooner. */
  counting?: KeysetList | undefined
  /** The order, as a query names it: `-created`. */
  sort: string
  period?: CreatedPeriod | undefined
  /** What a file is named by beside its list: `site-10001`. */
  ofWhom?: string | undefined
  /** In which a file writes its times. */
  timeZone: string
  /** In the order of the rows. */
  things(rows: Selectable<Schema[Table]>[]): Promise<readonly Thing[]> | readonly Thing[]
}

type Spec<Table extends keyof Schema & string, Filters extends z.ZodRawShape, Shape extends z.ZodObject, Thing> = {
  /** Names the file, and the list in cursors: `payments`. */
  name: string
  /** Where it is, unless at `/{name}`. */
  path?: string
  /** `listPayments` and `exportPayments`. */
  operations: { list: string; export: string }
  group: string
  permission: Permission
  /** Only the operator's own staff have it. */
  isOperators?: true | undefined
  summary: string
  about?: string
  filters: Filters
  shape: Shape
  record(thing: Thing): z.output<Shape>
  find(query: z.output<z.ZodObject<Filters>>, call: { caller: ListReader }): Promise<Found<Table, Thing>>
  /** Of the file; those of the entries, if absent. */
  columns?: Columns<Thing>
}

export type LongListParts = ExportParts

/**
 * Two routes of one search: a list that is read on from its entries, and all of it as CSV. Who may read the list may
 * export it, and the audit says who did.
 */
export function longList<
  Table extends keyof Schema & string,
  Filters extends z.ZodRawShape,
  Shape extends z.ZodObject,
  Thing,
>(parts: LongListParts, spec: Spec<Table, Filters, Shape, Thing>): StaffRoute[] {
  const { name, path = `/${name}`, operations, group, permission, summary, about, filters, shape, record, find } = spec
  const columns: Columns<Thing> = spec.columns ?? columnsOf(shape, record)
  return [
    staffKeyset({
      method: 'GET',
      path,
      operationId: operations.list,
      group,
      caller: callerOf(spec),
      permission,
      summary,
      ...(about !== undefined && { about }),
      query: z.object({ ...keysetQuery, ...filters }),
      reply: shape,
      run: async ({ caller, query }) => {
        const { list, counting, sort, period, things } = await find(query as never, { caller })
        const reply = await keysetOf(parts.db, query as KeysetQuery, {
          ...{ name: `${name} ${sort}`, list, counting, falling: isFalling(sort) },
          entries: async (rows) => (await things(rows)).map(record),
        })
        return { ...reply, ...(period && { period: periodRecord(period) }) }
      },
    }),
    {
      ...fileRoute(parts, spec, columns),
      listFile: {
        ...{ name, permission, isOperators: spec.isOperators ?? false },
        columns: Object.keys(columns),
        filters: z.object({ ...filters, columns: columnsField }),
        open: async (query, reader) =>
          openedFile(parts, {
            name,
            columns: columnsIn(query, columns),
            query: query as object,
            found: await find(query as never, { caller: reader }),
          }),
      } satisfies ListFile,
    },
  ]
}

const fileRoute = <
  Table extends keyof Schema & string,
  Filters extends z.ZodRawShape,
  Shape extends z.ZodObject,
  Thing,
>(
  parts: LongListParts,
  spec: Spec<Table, Filters, Shape, Thing>,
  columns: Columns<Thing>,
): StaffRoute => {
  const { name, path = `/${name}`, operations, permission, summary, filters, find } = spec
  return staffFile({
    method: 'GET',
    path: `/exports/${name}`,
    operationId: operations.export,
    group: 'Exports',
    caller: callerOf(spec),
    permission,
    summary: `${summary.replace(/,? newest first/, '')}, as CSV`,
    about: `The entries of \`${path}\` with the same filters, in the same order; oldest first without \`sort\`. The file is written while it is read: a connection that breaks off has not sent all. What is too long for that is refused: a task writes it (\`POST /export-tasks\`). The audit says who has exported what.`,
    query: z.object({ ...filters, columns: columnsField }),
    reply: z.string(),
    files: ['text/csv'],
    run: async ({ caller, ip, query }) => {
      const chosen = columnsIn(query, columns)
      const found = await find(query as never, { caller })
      await noteExport(parts, { caller, ip, name, query, period: found.period })
      const rows = allOfKeyset(parts.db, found.list, isFileFalling(found, query as { sort?: unknown }))
      return {
        type: csvType,
        fileName: fileNameOf(name, found),
        parts: csvOfParts(chosen, thingsOf(rows, found.things), found.timeZone),
      }
    },
  })
}

/** A query of the file, read by its schema. */
const columnsIn = <Thing>(query: unknown, all: Columns<Thing>): Columns<Thing> =>
  chosenColumns(all, (query as { columns?: string | undefined }).columns)

const callerOf = ({ isOperators }: { isOperators?: true | undefined }) =>
  isOperators ? ('operator' as const) : ('staff' as const)

export const csvType = 'text/csv; charset=utf-8; header=present'

type Opening<Table extends keyof Schema & string, Thing> = {
  name: string
  columns: Columns<Thing>
  query: object
  found: Found<Table, Thing>
}

/** The same file by parts, of which each says where the next one begins. */
function openedFile<Table extends keyof Schema & string, Thing>(
  { db }: LongListParts,
  { name, columns, query, found }: Opening<Table, Thing>,
): OpenedListFile {
  const { list, sort, period, timeZone } = found
  const cursors = `${name} ${sort}`
  const placed = { list: cursors, idType: list.idType, isNumbered: isNumbered(list) }
  return {
    ...{ fileName: fileNameOf(name, found), period, timeZone },
    count: (max) => countTo(db, list, max + 1),
    head: () => csvHead(columns, timeZone),
    part: async (from) => {
      const position = from === undefined ? undefined : readCursor(placed, from)
      if (from !== undefined && !position) throw new Error(`The place in the list ${cursors} is not one of it.`)
      const { rows, next } = await partOfKeyset(db, list, { falling: isFileFalling(found, query), position })
      const text = csvLines(columns, await found.things(rows), timeZone)
      return { text, rows: rows.length, next: next && cursorOf(cursors, next) }
    },
  }
}

const fileNameOf = (
  name: string,
  { ofWhom, period, timeZone }: Pick<Found<never, never>, 'ofWhom' | 'period' | 'timeZone'>,
) => listFileName([name, ofWhom], period, timeZone)

/** Files are oldest first, unless an order is asked for. */
const isFileFalling = ({ sort }: { sort: string }, query: { sort?: unknown }): boolean =>
  query.sort !== undefined && isFalling(sort)

const isFalling = (sort: string): boolean => sort.startsWith('-')

async function* thingsOf<Row, Thing>(
  parts: AsyncIterable<Row[]>,
  things: (rows: Row[]) => Promise<readonly Thing[]> | readonly Thing[],
): AsyncGenerator<readonly Thing[]> {
  for await (const rows of parts) yield things(rows)
}
