import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Shopper } from './shopper.ts'
import { cardsOnFile, findShopper, shopperIdsNamed, shoppersById } from './store.ts'

/** The customers of these sites that a text names exactly, the newest first. */
export async function findShoppers(
  { db }: { db: Db },
  { siteIds, text: typed }: { siteIds: readonly SiteId[]; text: string },
): Promise<Shopper[]> {
  const text = typed.trim()
  const id = readId<ShopperId>(text)
  const named = await shopperIdsNamed(db, siteIds, text.includes('@') ? { email: text } : { identifier: text })
  const found = await shoppersById(db, [...new Set([...(id === undefined ? [] : [id]), ...named])])
  const sites = new Set(siteIds)
  return [...found.values()].filter(({ siteId }) => sites.has(siteId)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** The site with which a card is stored. */
export async function siteOfCard({ db }: { db: Db }, cardId: StoredCardId): Promise<SiteId | undefined> {
  const [card] = await cardsOnFile(db, [cardId])
  return card && (await findShopper(db, card.shopperId))?.siteId
}
