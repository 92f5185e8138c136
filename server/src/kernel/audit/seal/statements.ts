import { type Feed, isJournal, type Journal, nameOf, type Sealed } from './sealed.ts'

/** From behind one number through another, in SQL; `through` null: to the end. */
export type Range = { after: string | bigint; through: string | bigint | null }

/** How many bytes of each digest are kept. */
export const digestBytes = 16

/** The digest of the facts of the row `r`, or zeros for a row whose salt or person is gone. */
const digestOf = ({ facts, salt, gone, comesLater }: Sealed): string => {
  // The code of a row is no fact of it: it changes with the master keys.
  const own = facts.map((fact) => fact.replaceAll('to_jsonb(r)', `(to_jsonb(r) - 'mac')`))
  const text = `convert_to(jsonb_build_array(${own.join(', ')})::text, 'utf8')`
  const digest = (bytes: string) => `substr(sha256(${bytes}), 1, ${digestBytes})`
  const ofRow = salt ? `coalesce(${digest(`(${salt}) || ${text}`)}, ${erased})` : digest(text)
  return gone ? `case when ${gone} then ${comesLater ? erasedLater : erased} else ${ofRow} end` : ofRow
}
const erased = `decode('${'00'.repeat(digestBytes)}', 'hex')`
/** Of facts that come later zeros say that they are not there yet. */
const erasedLater = `decode('${'ff'.repeat(digestBytes)}', 'hex')`

const keyOf = ({ key }: Sealed, row: string): string =>
  key.length === 1 ? `${row}.${key[0]!.column}::text` : `concat_ws('/', ${key.map((part) => `${row}.${part.column}`)})`

/** A query for the rows whose keys the query `keys` names: `key`, `digest`, and the columns of the key for an order. */
const digestsOf = (sealed: Sealed, where: string): string =>
  `select ${keyOf(sealed, 'r')} as key, ${digestOf(sealed)} as digest,
          ${sealed.key.map(({ column }, index) => `r.${column} as k${index}`).join(', ')}
   from ${sealed.table} r where ${where}`

const columnsOf = ({ key }: Sealed): string => key.map(({ column }) => `r.${column}`).join(', ')

/** A query for the keys that the new rows of its journals name, as columns. */
const keysWanted = (sealed: Sealed, rangeOf: (feed: Feed, index: number) => Range): string =>
  sealed.feeds
    .map((feed, index) => {
      const rows = `(select * from ${feed.journal.table} where ${within('id', rangeOf(feed, index))}) as f`
      return `(${feed.keys ? feed.keys(rows) : `select id from ${rows}`})`
    })
    .join(' union ')

const within = (column: string, { after, through }: Range): string =>
  `${column} > ${after}${through === null ? '' : ` and ${column} <= ${through}`}`

/**
 * The rows to be sealed, as the columns of a page: the keys, the digests and how many. Its parameters are the two ends of
 * the range of each feed, so that its text is always the same.
 */
export function pageStatement(sealed: Sealed): string {
  const parameters = (_feed: Feed, index: number) => ({
    after: `$${2 * index + 1}::bigint`,
    through: `$${2 * index + 2}::bigint`,
  })
  const order = sealed.key.map((_, index) => `k${index}`).join(', ')
  return `
    select string_agg(key, e'\\n' order by ${order}) as keys,
           string_agg(digest, ''::bytea order by ${order}) as digests, count(*) as rows
    from (${rowsOf(sealed, parameters)}) as found`
}

const rowsOf = (sealed: Sealed, rangeOf: (feed: Feed, index: number) => Range): string =>
  isJournal(sealed)
    ? digestsOf(sealed, within('r.id', rangeOf(sealed.feeds[0]!, 0)))
    : digestsOf(sealed, `(${columnsOf(sealed)}) in (${keysWanted(sealed, rangeOf)})`)

/**
 * The keys and digests of the pages of these seals, one row each. The digests of a page are put into memory once (`b`):
 * where each row fetched them anew, this took thirty times as long. Who joins these rows must materialize them first, or
 * each of them would carry its whole page along.
 */
const unpacked = (seals: string): string => `
  select p.seal_id, u.key, substr(b.digests, ((u.n - 1) * ${digestBytes} + 1)::integer, ${digestBytes}) as digest
  from seals.pages p
  cross join lateral (select p.digests || ''::bytea as digests offset 0) b
  cross join lateral string_to_table(p.keys, e'\\n') with ordinality as u(key, n)
  where p.name = $1 and ${seals}`

/**
 * The rows of a journal that differ from their seals, between two seals and the rows up to which they reach: `sealed` and
 * `actual` say on which side there is one.
 */
export const journalDifferences = (sealed: Sealed, rows: Range): string => `
  with s as materialized (${unpacked('p.seal_id > $2 and p.seal_id <= $3')}), a as materialized (${rowsOf(sealed, () => rows)})
  select coalesce(s.key, a.key) as key, s.seal_id, s.key is not null as sealed, a.key is not null as actual
  from s full join a on a.key = s.key
  where (s.digest is distinct from a.digest) and s.digest is distinct from ${erased} ${unlessErased(sealed)}
    ${goneOnPurpose(sealed, { from: '$4', through: '$5' })}
  order by length(coalesce(s.key, a.key)), 1 limit ${differencesMax}`

/** The rows of another kind that differ from the seal that holds, but for those that changed since and were not sealed again yet. */
export function changedRows(sealed: Sealed, newer: (feed: Feed) => Range): string {
  const order = sealed.holds === 'latest' ? 'desc' : 'asc'
  const parts = sealed.key.map(({ column, type }, index) => ({
    same: `r.${column} = split_part(s.key, '/', ${index + 1})::${type}`,
    alias: `c${index}`,
  }))
  const aliases = parts.map(({ alias }) => alias).join(', ')
  const unsealed = `select concat_ws('/', ${aliases}) from (${keysWanted(sealed, newer)}) as w(${aliases}) where w is not null`
  return `
  with u as materialized (${unpacked('p.seal_id > $2')}),
  s as materialized (
    select distinct on (key) key, digest, seal_id from u order by key, seal_id ${order}
  )
  select s.key, s.seal_id, true as sealed, a.key is not null as actual
  from s left join lateral (${digestsOf(sealed, parts.map(({ same }) => same).join(' and '))}) a on true
  where s.digest is distinct from a.digest and s.digest <> ${erased} ${unlessErased(sealed)}
    ${sealed.holds === 'latest' ? `and s.key not in (${unsealed})` : ''} ${goneOnPurpose(sealed, { from: '$3', through: '$4' })}
  order by length(s.key), 1 limit ${differencesMax}`
}

/** Leaves out the rows whose salt or person is gone, and so everything that could be compared. */
const unlessErased = ({ comesLater }: Sealed): string =>
  `and a.digest is distinct from ${comesLater ? erasedLater : erased}`

/** Leaves out the rows that the chain says are gone: two arrays with the first and the last number of each range. */
const goneOnPurpose = ({ key: [first] }: Sealed, { from, through }: { from: string; through: string }): string =>
  `and not (s.key is not null and a.key is null and ${
    first?.type === 'bigint' || first?.type === 'integer'
      ? `exists (select from unnest(${from}::bigint[], ${through}::bigint[]) as w(low, high)
                 where split_part(s.key, '/', 1)::bigint between w.low and w.high)`
      : `cardinality(${from}::bigint[]) < 0 and cardinality(${through}::bigint[]) < 0`
  })`

/** More are not listed of one kind. */
const differencesMax = 1_000

/** The newest number of each journal: `name`, `newest`. */
export const positionsStatement = (journals: readonly Journal[]): string =>
  journals
    .map(
      (journal) => `select '${nameOf(journal)}' as name, coalesce((select max(id) from ${journal.table}), 0) as newest`,
    )
    .join(' union all ')

/**
 * The next rows of a journal behind $1 and up to $2, of which at most $3 are taken: the number of the last of them
 * (`through`, null: there are none) and their count (`rows`). Where rows change before they come to rest, reading ends at
 * the first that has not: it costs as much as what is new, however many wait behind it.
 */
export function reachStatement({ table, restUpTo }: Journal): string {
  const next = (columns: string) =>
    `select ${columns} from ${table} r where r.id > $1 and r.id <= $2 order by r.id limit $3`
  const end = restUpTo
    ? `least($2, (select n.id - 1 from (${next(`r.id, (${restUpTo.before}) as changes`)}) as n where n.changes limit 1))`
    : '$2::bigint'
  return `with ends as materialized (select ${end} as last)
    select max(t.id) as through, count(*) as rows from ends, lateral (
      select r.id from ${table} r where r.id > $1 and r.id <= ends.last order by r.id limit $3) as t`
}
