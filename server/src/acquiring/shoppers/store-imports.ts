import { sql } from 'kysely'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { identifierOf } from './removed-identifier.ts'

/** A card that was imported under a reference of its store, deleted or not. */
export type ImportedCard = { cardId: StoredCardId; fingerprint: Uint8Array; identifier: string }

/** Those that are looked for at the same time are read together. */
export const findImport = (db: Db, siteId: SiteId, reference: string): Promise<ImportedCard | undefined> =>
  findByName(db, nameOf(siteId, reference))

const findByName = loaderByKey(async (db: Db, names: readonly string[]) => {
  const { rows } = await sql<ImportedCard & { siteId: SiteId; reference: string }>`
    select i.site_id as "siteId", i.reference, i.card_id as "cardId", c.fingerprint, s.identifier
    from shoppers.card_imports i
    join shoppers.cards c on c.id = i.card_id join shoppers.shoppers s on s.id = c.shopper_id
    where (i.site_id, i.reference) in (${pairsOf(names)})`.execute(db.read)
  return new Map(
    rows.map(({ siteId, reference, identifier, ...row }) => [
      nameOf(siteId, reference),
      { ...row, identifier: identifierOf(identifier) },
    ]),
  )
})

/** The customer that a site has under an identifier of its own; those looked for at the same time are read together. */
export const findCustomer = (db: Db, siteId: SiteId, identifier: string): Promise<ShopperId | undefined> =>
  findCustomerByName(db, nameOf(siteId, identifier))

const findCustomerByName = loaderByKey(async (db: Db, names: readonly string[]) => {
  const { rows } = await sql<{ siteId: SiteId; identifier: string; id: ShopperId }>`
    select site_id as "siteId", identifier, id from shoppers.shoppers
    where (site_id, identifier) in (${pairsOf(names)})`.execute(db.read)
  return new Map(rows.map(({ siteId, identifier, id }) => [nameOf(siteId, identifier), id]))
})

const nameOf = (siteId: SiteId, text: string): string => `${siteId} ${text}`

function pairsOf(names: readonly string[]) {
  const sites = names.map((name) => Number(name.slice(0, name.indexOf(' '))))
  const texts = names.map((name) => name.slice(name.indexOf(' ') + 1))
  return sql`select * from unnest(${sites}::integer[], ${texts}::text[])`
}
