import { type StaffCaller, seesMerchant } from '#core/access'
import { type MerchantId, readMerchantId } from '#core/directory'
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
export function merchantsInScope(caller: StaffCaller, asked: string | undefined): readonly MerchantId[] | undefined {
  const { scope } = caller.staff
  if (asked === undefined && scope.kind === 'platform') return undefined
  const id = readMerchantId(asked ?? (scope.kind === 'merchant' ? scope.id : undefined))
  return id !== undefined && seesMerchant(caller, id) ? [id] : []
}
