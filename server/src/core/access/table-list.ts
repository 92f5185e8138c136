import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type Directory, platformOwner } from '#core/directory'
import type { Split } from '#kernel/db/keyset.ts'
import { ledBy, rangeOfPeriod } from '#kernel/db/keyset-parts.ts'
import { within } from '#kernel/db/list.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { oneOf, optional } from '#kernel/http/field.ts'
import { inclusive } from '#kernel/http/filter.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { Columns } from './entry-columns.ts'
import { createdSorts, type MadeQuery, madeQuery, periodOf } from './list-filters.ts'
import { type OfWhom, ofWhomQuery, sitesOfList } from './list-scope.ts'
import { type LongListParts, longList } from './long-list.ts'
import type { ListReader } from './staff.ts'
import type { StaffRoute } from './staff-route.ts'

export type TableListParts = LongListParts & { rowCounts(measured: Measured): RowCountIndex }

/** Whose entries a caller may see, of those that were asked for: how they are found, and in which time zone days are theirs. */
export type Whose = {
  splits: readonly Split[]
  timeZone: string
  ofWhom: string | undefined
  /** Of the entries of the splits, those that the caller may see, where no index of the owner has the order. */
  only?: RawBuilder<SqlBool> | undefined
}

type Spec<Table extends keyof Schema & string, Filters extends z.ZodRawShape, Shape extends z.ZodObject, Thing> = {
  name: string
  path?: string
  operations: { list: string; export: string }
  group: string
  permission: Permission
  /** Only the operator's own staff have it. */
  isOperators?: true
  summary: string
  about?: string
  table: Table
  /** Its ids are numbers, unless it says what they are. */
  idType?: 'uuid' | 'text'
  /** The column with the moment at which an entry was made. */
  madeAt?: string
  /** Its ids do not rise with time: an index of the owner continues with that moment and the id, in place of the id. */
  isByMoment?: true
  /** In which order it is without `sort`; the newest first, unless it says otherwise. */
  usualSort?: 'created'
  /** Beside the period, the order and whose they are. */
  filters: Filters
  shape: Shape
  record(thing: Thing): z.output<Shape>
  whose(query: z.output<z.ZodObject<Filters>>, caller: ListReader): Promise<Whose>
  /** What a query selects of them. `entry` is the row. */
  selected(query: z.output<z.ZodObject<Filters>>, timeZone: string): Promise<Selected> | Selected
  things(rows: Selectable<Schema[Table]>[], caller: ListReader): Promise<readonly Thing[]> | readonly Thing[]
  columns?: Columns<Thing>
}

/** `narrowed` are splits of an index that continues that of the owner; what they select needs no condition. */
export type Selected = { narrowed?: readonly Split[]; conditions: readonly RawBuilder<SqlBool>[] }

/** A long list of the rows of one table, in the order in which they were made, and the same as a file. */
export function tableList<
  Table extends keyof Schema & string,
  Filters extends z.ZodRawShape,
  Shape extends z.ZodObject,
  Thing,
>(parts: TableListParts, spec: Spec<Table, Filters, Shape, Thing>): StaffRoute[] {
  const {
    table,
    idType = 'bigint',
    madeAt = 'created_at',
    isByMoment,
    usualSort = '-created',
    filters,
    ...routes
  } = spec
  const at = sql.ref(`entry.${madeAt}`)
  const everything: Measured = {
    ...{ list: table, owner: platformOwner, table, owned: sql<SqlBool>`true`, madeAt },
  }
  return longList(parts, {
    ...routes,
    filters: {
      ...madeQuery,
      ...filters,
      sort: optional(oneOf(createdSorts)).meta({
        default: usualSort,
        description: 'By nothing else: only this has an index.',
      }),
    },
    find: async (asked, { caller }) => {
      // Of a shape that is put together of others the compiler does not see the parts.
      const query = asked as unknown as z.output<z.ZodObject<Filters>> & MadeQuery & { sort?: string }
      const whose = await spec.whose(query, caller)
      const { period, timeZone } = periodOf(query, { zone: whose.timeZone, now: parts.clock.now() })
      const { narrowed = [], conditions } = await spec.selected(query, timeZone)
      const times = period && inclusive(period)
      // Ids that are no numbers have no row-count index: the period is compared with each.
      const range =
        times && idType === 'bigint' && !isByMoment
          ? [await rangeOfPeriod(parts.db, parts.rowCounts(everything), { table, madeAt: at, period: times })]
          : []
      return {
        list: {
          ...{ table, idType, madeAt: at },
          splits: [...whose.splits, ...narrowed, ...range],
          ...(isByMoment && { byMoment: { column: at, ...times } }),
          conditions: [...(times ? within(at, times) : []), ...(whose.only ? [whose.only] : []), ...conditions],
        },
        sort: query.sort ?? usualSort,
        period,
        ofWhom: whose.ofWhom,
        timeZone,
        things: (rows) => spec.things(rows as Selectable<Schema[Table]>[], caller),
      }
    },
  })
}

/** The filters and the owner of a list of what belongs to sites. */
export const ofSites = (directory: Pick<Directory, 'site' | 'siteIds' | 'merchant'>) => ({
  filters: ofWhomQuery,
  whose: async (query: OfWhom, caller: ListReader): Promise<Whose> => {
    const { siteIds, isEverySite, timeZone, ofWhom } = await sitesOfList(directory, caller, query)
    return { splits: isEverySite ? [] : [ledBy('site_id', 'int', siteIds)], timeZone, ofWhom }
  },
})
