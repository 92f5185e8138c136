import type { ShopperId } from '#acquiring/ids'
import { platformOwner, siteOwner } from '#core/directory'
import type { PersonKind } from '#core/persons'
import type { Vault } from '#core/vault'
import { readId } from '#kernel/base/id.ts'
import { announce, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { PersonalData } from '#kernel/db/personal-data.ts'
import { planRemoval } from './remove-shopper.ts'
import { forgetSalt } from './salt-shoppers.ts'
import { findShopper, tokensOf } from './store.ts'

type Parts = { db: Db; vault: Pick<Vault, 'delete'>; data: readonly PersonalData[] }

/** How a customer of a store is erased: like one that the store deletes, and then nothing of them is kept but their id. */
export const shopperKind = ({ db, vault, data }: Parts): PersonKind => ({
  kind: 'shopper',
  lock: (id) => ({ table: 'shoppers.shoppers', ids: [BigInt(id)] }),
  data,
  find: async (reader, unchecked) => {
    const id = readId<ShopperId>(unchecked)
    const shopper = id && (await findShopper(reader, id))
    return shopper && { owner: siteOwner(shopper.siteId), isErased: shopper.erased }
  },
  close: async (tx, id, now) => {
    const shopper = (await findShopper(tx, BigInt(id) as ShopperId))!
    return [...(await planRemoval(tx, shopper, { now, erases: true })), erased(id, { begun: true })]
  },
  conclude: (id, ids) => [
    forgetSalt(BigInt(id) as ShopperId),
    erased(id, { begun: false, links: [...(ids.get('link')?.values ?? [])] }),
  ],
  destroy: async (id) => {
    for (const token of await tokensOf(db, BigInt(id) as ShopperId)) await vault.delete(token)
  },
})

/** Not in the site's log, which is for what happens to its orders. */
const erased = (id: string, body: { begun: boolean; links?: readonly string[] }): Write =>
  announce('shopperErased', {
    owner: platformOwner,
    subjectId: BigInt(id),
    body,
    subject: { shopperId: BigInt(id) as ShopperId },
  })
