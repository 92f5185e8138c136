import { isWithin, type ListReader } from '#core/access'
import { type PartnerId, readPartnerId } from './ids.ts'
import { partnerOwner } from './partner.ts'
import { refuse } from './refusals.ts'

/** The partner that a call of the staff is about. One whose affairs are not the caller's is not there. */
export function partnerInScope({ staff: { scope } }: ListReader, unchecked: string): PartnerId {
  const id = readPartnerId(unchecked)
  if (id === undefined || !isWithin(scope, partnerOwner(id))) throw refuse('partner_not_found', { field: 'partnerId' })
  return id
}

/** Of which partners a list tells the caller: of all that may be seen (undefined for all), or of the one asked for. */
export function partnersInScope(
  { staff: { scope } }: ListReader,
  asked?: string | undefined,
): readonly PartnerId[] | undefined {
  if (asked === undefined && scope.kind === 'platform') return undefined
  const id = readPartnerId(asked ?? (scope.kind === 'partner' ? scope.id : undefined))
  return id !== undefined && isWithin(scope, partnerOwner(id)) ? [id] : []
}
