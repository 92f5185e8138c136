import type { Selectable } from 'kysely'
import { z } from 'zod'
import { refusals } from '#kernel/base/refusal.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import {
  cursorOf,
  isNumbered,
  type KeysetList,
  type KeysetPage,
  type Position,
  readCursor,
  readKeyset,
} from '#kernel/db/keyset.ts'
import { countExactly } from '#kernel/db/keyset-count.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { countOnce } from './count-once.ts'
import { oneOf, optional, text, wholeNumber } from './field.ts'
import { periodShape } from './filter.ts'
import type { KeysetReply } from './json-route.ts'
import { momentShape, momentText } from './json-shape.ts'

/** Lists that may be long, as routes reply them: read on from an entry, counted up to a limit. */

const refuse = refusals({
  invalid_cursor: [
    'invalid',
    '`{field}` is no cursor of this list in this order. Send what a reply of this list had as `next` or `previous`, or leave it out for the first page.',
  ],
  two_cursors: ['invalid', 'Send `after` or `before`, not both.'],
  count_took_too_long: ['busy', 'Counting all of them took too long. Leave `count` out, or narrow the filters.'],
})

const cursor = (what: string) => optional(text({ max: 200, what }))

/** How a part of a list is asked for. */
export const keysetQuery = {
  size: optional(wholeNumber({ min: 1, max: 100 })).meta({ description: 'Entries of a page.', default: 20 }),
  after: cursor('the `next` of a reply').meta({ description: 'The `next` of a reply: what follows.' }),
  before: cursor('the `previous` of a reply').meta({ description: 'The `previous` of a reply: what is before it.' }),
  count: optional(oneOf(['exact'])).meta({
    description: '`exact`: counts all, however many; refused if that takes more than five seconds.',
  }),
}
export type KeysetQuery = z.output<z.ZodObject<typeof keysetQuery>>

/** What a reply says beside its entries. */
export const keysetReply = {
  next: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last one.' }),
  previous: z.string().optional().meta({ description: 'The cursor of the page before; absent on the first one.' }),
  total: z.int().min(0).meta({ description: 'How many entries the list has: at least so many, unless it is exact.' }),
  totalIsExact: z.boolean().meta({
    description:
      'False if there may be more: counting stops at 10,000, and with filters after looking at 10,000 entries.',
  }),
  searchedTo: momentShape.optional().meta({
    description:
      'The page is short since the search stopped after many entries that did not match: it has looked at those made up to this moment, and `next` goes on from there.',
  }),
  period: periodShape
    .optional()
    .meta({ description: 'What `created` means: from the first of these moments, and before the second.' }),
}

/** A list as a route answers it: what its cursors are called, and how an entry is shown. */
export type Answered<Table extends keyof Schema & string, Entry> = {
  /** Names the list and its order in cursors: `payments -created`. */
  name: string
  list: KeysetList<Table>
  /** The same entries in an order in which they are counted sooner. */
  counting?: KeysetList | undefined
  falling: boolean
  /** In the order of the rows. */
  entries(rows: Selectable<Schema[Table]>[]): Promise<Entry[]> | Entry[]
}

/** The part of a list that a query asks for. Refuses with `invalid_cursor`, `two_cursors` and `count_took_too_long`. */
export async function keysetOf<Table extends keyof Schema & string, Entry>(
  db: Db,
  { size = 20, count, ...cursors }: KeysetQuery,
  { name, list, counting = list, falling, entries }: Answered<Table, Entry>,
): Promise<KeysetReply<Entry>> {
  const from = placeOf(cursors, { name, list })
  const page = await readKeyset(db, list, { size, falling, from })
  const isWhole = !from && !page.next
  const seen = { total: page.rows.length, totalIsExact: isWhole }
  // A first page that is all there is, or was all that the search could look at, needs no count.
  const isCounted = isWhole || (!from && page.searchedTo !== undefined)
  const [data, counted] = await Promise.all([
    entries(page.rows),
    count === 'exact' && !isWhole
      ? exactly(db, counting)
      : countOnce(db, counting, { isFirst: !from, seen: isCounted ? seen : undefined }),
  ])
  return { data, ...cursorsOf(name, page), ...counted }
}

function placeOf(
  { after, before }: Pick<KeysetQuery, 'after' | 'before'>,
  { name, list }: { name: string; list: KeysetList },
): { position: Position; reading: 'after' | 'before' } | undefined {
  if (after !== undefined && before !== undefined) throw refuse('two_cursors', { field: 'before' })
  const sent = after ?? before
  if (sent === undefined) return undefined
  const reading = after === undefined ? 'before' : 'after'
  const position = readCursor({ list: name, idType: list.idType, isNumbered: isNumbered(list) }, sent)
  if (!position) throw refuse('invalid_cursor', { field: reading })
  return { position, reading }
}

async function exactly(db: Db, list: KeysetList) {
  const counted = await countExactly(db, list)
  if (!counted) throw refuse('count_took_too_long', { field: 'count' })
  return counted
}

const cursorsOf = (name: string, { next, previous, searchedTo }: KeysetPage<unknown>) => ({
  ...(next && { next: cursorOf(name, next) }),
  ...(previous && { previous: cursorOf(name, previous) }),
  ...(searchedTo && { searchedTo: momentText(searchedTo) }),
})

/** All of a list, in its order, some at a time. */
export async function* allOfKeyset<Table extends keyof Schema & string>(
  db: Reader,
  list: KeysetList<Table>,
  falling: boolean,
): AsyncGenerator<Selectable<Schema[Table]>[]> {
  for (let position: Position | undefined; ; ) {
    const { rows, next } = await partOfKeyset(db, list, { falling, position })
    if (rows.length > 0) yield rows
    if (!next) return
    position = next
  }
}

/** The next entries of a list that is read to its end, from the beginning or behind a place. Without `next` it has ended. */
export const partOfKeyset = <Table extends keyof Schema & string>(
  db: Reader,
  list: KeysetList<Table>,
  { falling, position }: { falling: boolean; position: Position | undefined },
): Promise<Pick<KeysetPage<Selectable<Schema[Table]>>, 'rows' | 'next'>> =>
  readKeyset(db, list, {
    ...{ size: rowsPerPart, falling, looks: looksPerPart },
    from: position && { position, reading: 'after' },
  })
const rowsPerPart = 500
/** Who reads all of it looks at everything in the end. */
const looksPerPart = [1_000, 10_000] as const
