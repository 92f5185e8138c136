import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { EntryId } from './ids.ts'
import type { ListEntry, ListName } from './list-entry.ts'
import type { NumberedEntry } from './matching/match-person.ts'

export const isListedWallet = async (db: Reader, address: string): Promise<boolean> =>
  (await listedWalletSince(db, address)) !== undefined

/**
 * When the newest entry that names a wallet came on a list that counts; undefined: none names it. Lists write addresses in
 * either case, and name them under many coins.
 */
export async function listedWalletSince(db: Reader, address: string): Promise<Instant | undefined> {
  const { rows } = await sql<{ since: Instant | null }>`
    select max(e.created_at) as since
    from screening.lists l
    join screening.versions v on v.id = l.version_id
    join screening.entries e on e.id = any(v.entries)
    cross join lateral jsonb_array_elements(e.content -> 'wallets') w
    where lower(w ->> 'address') = ${address.toLowerCase()}`.execute(db.read)
  return rows[0]!.since ?? undefined
}

/** The entries of current lists that name one of these wallets, with the wallet that each names. */
export async function entriesOfWallets(
  db: Reader,
  addresses: readonly string[],
): Promise<{ of: NumberedEntry<EntryId>; address: string }[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select distinct on (e.id) e.id, e.list, e.reference, e.content, w ->> 'address' as address
    from screening.lists l
    join screening.versions v on v.id = l.version_id
    join screening.entries e on e.id = any(v.entries)
    cross join lateral jsonb_array_elements(e.content -> 'wallets') w
    where lower(w ->> 'address') = any(${addresses.map((address) => address.toLowerCase())}::text[])
    order by e.id`.execute(db.read)
  return rows.map(({ id, list, reference, content, address }) => ({
    of: { id, list, entry: { reference, ...content } },
    address,
  }))
}
type EntryRow = {
  id: EntryId
  list: ListName
  reference: string
  content: Omit<ListEntry, 'reference'>
  address: string
}
