import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { RecipeName } from './recipes.ts'

/** Debit minor units above zero, credit below. */
export type Balance = { account: string; currency: Currency; minor: bigint }

/**
 * Each account with its last checkpoint. The accounts are found by walking the index from one name to the next, so that
 * their number counts and not the number of their lines.
 */
const accountsAndCheckpoints = `
  with recursive accounts as (
    (select account, currency from ledger.lines where account >= $1 order by account, currency limit 1)
    union all
    select next.account, next.currency from accounts a cross join lateral (
      select account, currency from ledger.lines l
      where (l.account, l.currency) > (a.account, a.currency)
      order by account, currency limit 1
    ) next
    where starts_with(a.account, $1)
  ), checkpoints as (
    select a.account, a.currency, coalesce(c.through_entry, 0) as through_entry, coalesce(c.minor, 0) as minor
    from accounts a
    left join lateral (
      select through_entry, minor from ledger.checkpoints c
      where c.account = a.account and c.currency = a.currency
      order by through_entry desc limit 1
    ) c on true
    where starts_with(a.account, $1)
  )`

/** The balance of every account whose name begins with the prefix: its last checkpoint plus the later lines. */
export async function balances(db: Reader, accountPrefix = ''): Promise<Balance[]> {
  const rows = await db.run(
    `${accountsAndCheckpoints}
     select m.account, m.currency, (m.minor + coalesce(later.minor, 0))::bigint as minor
     from checkpoints m
     left join lateral (
       select sum(l.minor) as minor from ledger.lines l
       where l.account = m.account and l.currency = m.currency and l.entry_id > m.through_entry
     ) later on true
     order by m.account, m.currency`,
    [accountPrefix],
  )
  return rows as Balance[]
}

/**
 * An entry id through which the books are final: no entry with a smaller id is still uncommitted. Waits for those that
 * are (which is why it is a function of the database), and gives up when they take too long.
 */
export async function committedThrough(db: Reader): Promise<bigint> {
  const [row] = await db.run('select ledger.committed_through() as entry', [])
  return row!.entry as bigint
}

/** The balances through an entry of the accounts that have so many lines since their last checkpoint. */
export async function balancesThrough(
  db: Reader,
  { throughEntry, linesMin }: { throughEntry: bigint; linesMin: number },
): Promise<Balance[]> {
  const rows = await db.run(
    `${accountsAndCheckpoints}
     select m.account, m.currency, (m.minor + later.minor)::bigint as minor
     from checkpoints m
     cross join lateral (
       select sum(l.minor) as minor, count(*) as lines from ledger.lines l
       where l.account = m.account and l.currency = m.currency
         and l.entry_id > m.through_entry and l.entry_id <= $2
     ) later
     where later.lines >= $3
     order by m.account, m.currency`,
    ['', throughEntry, linesMin],
  )
  return rows as Balance[]
}

/** Which of these references a recipe was booked for. */
export async function bookedReferences(
  db: Reader,
  recipe: RecipeName,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('ledger.entries')
    .select('reference')
    .where('recipe', '=', recipe)
    .where('reference', 'in', [...references])
    .execute()
  return new Set(rows.map(({ reference }) => reference))
}

/** The last of the references of a recipe, as texts sort. */
export async function lastReference(db: Reader, recipe: RecipeName): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('ledger.entries')
    .select('reference')
    .where('recipe', '=', recipe)
    .orderBy('reference', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reference
}
