import { type Partners, readPartnerId } from '#core/partners'
import type { SearchSource } from './hit.ts'

/** Partners, by their number and name. There are few enough of them to look at each. */
export const partnerSearch = ({ partners }: { partners: Partners }): SearchSource => ({
  kind: 'partner',
  permission: 'partners:read',
  find: async ({ word, words, isCombined }, { partnerIds, caller }) => {
    const id = readPartnerId(word)
    if (isCombined || (id === undefined && words === undefined) || caller.staff.scope.kind !== 'platform') return []
    const own = new Set(partnerIds)
    return (await partners.list({ limit: 1_000 })).flatMap((partner) => {
      const place = words === undefined ? -1 : partner.name.toLowerCase().indexOf(words)
      if (!own.has(partner.id) || (partner.id !== id && place < 0)) return []
      const fit = partner.id === id ? 'exact' : place === 0 ? 'prefix' : 'contains'
      const by = partner.id === id ? 'id' : 'name'
      return [{ id: String(partner.id), title: partner.name, at: partner.createdAt, fit, by }]
    })
  },
})
