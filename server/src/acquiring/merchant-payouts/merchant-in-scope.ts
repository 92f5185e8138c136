import { type ListReader, type StaffCaller, seesMerchant, type Whose } from '#core/access'
import { type MerchantId, readMerchantId } from '#core/directory'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { optional, text } from '#kernel/http/field.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { refuse } from './refusals.ts'

/** The merchant that a call of the staff is about. One whose affairs are not the caller's is not there. */
export async function merchantInScope(
  ctx: { directory: Pick<MerchantPayoutsContext['directory'], 'listMerchants'> },
  caller: StaffCaller,
  unchecked: string,
): Promise<MerchantId> {
  const id = readMerchantId(unchecked)
  if (id === undefined || !seesMerchant(caller, id))
    throw refuse('merchant_unknown', { field: 'merchantId', merchantId: unchecked.slice(0, 20) })
  return existingMerchant(ctx, id)
}

/** Refuses a merchant that is not there. */
export async function existingMerchant(
  { directory }: { directory: Pick<MerchantPayoutsContext['directory'], 'listMerchants'> },
  id: MerchantId,
): Promise<MerchantId> {
  const [found] = await directory.listMerchants({ after: (id - 1) as MerchantId, limit: 1 })
  if (found?.id !== id) throw refuse('merchant_unknown', { field: 'merchantId', merchantId: id })
  return id
}

/** Of which merchants a list tells the caller: of all that may be seen (undefined for all), or of the one asked for. */
export function merchantsInScope(caller: ListReader, asked: string | undefined): readonly MerchantId[] | undefined {
  const { scope } = caller.staff
  if (asked === undefined && scope.kind === 'platform') return undefined
  const id = readMerchantId(asked ?? (scope.kind === 'merchant' ? scope.id : undefined))
  return id !== undefined && seesMerchant(caller, id) ? [id] : []
}

/**
 * The filter and the owner of a long list of what belongs to merchants, and not to their sites. Days are those of UTC,
 * unless a query names a zone.
 */
export const ofMerchants = {
  filters: {
    merchantId: optional(text({ max: 10, what: 'the id of a merchant' })).meta({
      description: 'All that you may see, if left out.',
    }),
  },
  whose: async ({ merchantId }: { merchantId?: string | undefined }, caller: ListReader): Promise<Whose> => {
    const only = merchantsInScope(caller, merchantId)
    return {
      splits: only ? [ledBy('merchant_id', 'int', only)] : [],
      timeZone: 'UTC',
      ofWhom: only?.length === 1 ? `merchant-${only[0]}` : undefined,
    }
  },
}
