import type { ListReader, Whose } from '#core/access'
import type { Reader } from '#kernel/db/db.ts'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { optional, text } from '#kernel/http/field.ts'
import { partnersInScope } from './in-scope.ts'
import { everyPartnerId } from './store.ts'

/** The filter and the owner of a long list of what belongs to partners. Days are those of UTC, unless a query names a zone. */
export const ofPartners = {
  filters: {
    partnerId: optional(text({ max: 10, what: 'the id of a partner' })).meta({
      description: 'All that you may see, if left out.',
    }),
  },
  whose: async ({ partnerId }: { partnerId?: string | undefined }, caller: ListReader): Promise<Whose> => {
    const only = partnersInScope(caller, partnerId)
    return {
      splits: only ? [ledBy('partner_id', 'int', only)] : [],
      timeZone: 'UTC',
      ofWhom: only?.length === 1 ? `partner-${only[0]}` : undefined,
    }
  },
}

/**
 * The same for lists whose ids do not rise with time: no index of the whole table has their order, so that a list of all
 * partners is merged of theirs.
 */
export const ofEachPartner = ({ db }: { db: Reader }) => ({
  filters: ofPartners.filters,
  whose: async (query: { partnerId?: string | undefined }, caller: ListReader): Promise<Whose> => {
    const whose = await ofPartners.whose(query, caller)
    if (whose.splits.length > 0) return whose
    return { ...whose, splits: [ledBy('partner_id', 'int', await everyPartnerId(db))] }
  },
})
