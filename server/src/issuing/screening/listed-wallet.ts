import { sql } from 'kysely'
import type { Reader } from '#kernel/db/db.ts'

/** Whether a wallet is on a current list. Lists write addresses in either case, and name them under many coins. */
export async function isListedWallet(db: Reader, address: string): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`
    select exists (
      select from screening.lists l
      join screening.versions v on v.id = l.version_id
      join screening.entries e on e.id = any(v.entries)
      cross join lateral jsonb_array_elements(e.content -> 'wallets') w
      where lower(w ->> 'address') = ${address.toLowerCase()}) as listed`.execute(db.read)
  return rows[0]!.listed
}
