import { seesMerchant } from '#core/access'
import { type Directory, everyMerchant, everySite, readMerchantId, readSiteId } from '#core/directory'
import type { Hit, SearchSource, Sought } from '#core/search'

type Parts = { directory: Directory }

/** Merchants, by their number and name. There are few enough of them to look at each. */
export const merchantSearch = ({ directory }: Parts): SearchSource => ({
  kind: 'merchant',
  permission: 'merchants:read',
  find: async (sought, { caller }) => {
    const isSought = howNamed(sought, readMerchantId(sought.word))
    // To staff of a merchant its own one is no find.
    if (!isSought || caller.staff.scope.kind !== 'platform') return []
    return (await everyMerchant(directory)).flatMap(({ id, name, status, createdAt }) => {
      const how = isSought(id, name)
      return how ? [{ ...how, id: String(id), title: name, status, at: createdAt }] : []
    })
  },
})

/** Sites, by their number and name. */
export const siteSearch = ({ directory }: Parts): SearchSource => ({
  kind: 'site',
  permission: 'sites:read',
  find: async (sought, { caller }) => {
    const isSought = howNamed(sought, readSiteId(sought.word))
    if (!isSought) return []
    return (await everySite(directory)).flatMap(({ id, merchantId, name }) => {
      const how = seesMerchant(caller, merchantId) ? isSought(id, name) : undefined
      return how ? [{ ...how, id: String(id), title: name, siteId: id, merchantId: String(merchantId) }] : []
    })
  },
})

type How = Pick<Hit, 'fit' | 'by'>

/** Tells how well a number or a name fits; undefined when the text is neither. */
function howNamed<Id>({ words, isCombined }: Sought, id: Id | undefined) {
  if (isCombined || (words === undefined && id === undefined)) return undefined
  return (its: Id, name: string): How | undefined => {
    if (its === id) return { fit: 'exact', by: 'id' }
    const place = words === undefined ? -1 : name.toLowerCase().indexOf(words)
    if (place < 0) return undefined
    const fit = place > 0 ? 'contains' : name.length === words?.length ? 'exact' : 'prefix'
    return { fit, by: 'name' }
  }
}
