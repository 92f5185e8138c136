import { refuse } from './refusals.ts'
import { isWithin, type StaffScope } from './roles.ts'
import type { StaffCaller } from './staff.ts'

/** Whether there is such a merchant or partner; of the platform there always is one. */
export type OrganizationExists = (scope: StaffScope) => Promise<boolean>

type Named = { merchantId?: string | undefined; partnerId?: string | undefined }

/**
 * Of which organization a new person is: the caller's, or the one that the operator names, which must exist. A person of
 * one that does not would be the first staff of the organization that gets its number later.
 */
export async function scopeOfNewPerson(
  exists: OrganizationExists,
  { staff: { scope } }: StaffCaller,
  { merchantId, partnerId }: Named,
): Promise<StaffScope> {
  if (merchantId !== undefined && partnerId !== undefined) throw refuse('two_scopes', { field: 'partnerId' })
  if (merchantId === undefined && partnerId === undefined) return scope
  const asked =
    merchantId === undefined
      ? { kind: 'partner' as const, id: partnerId! }
      : { kind: 'merchant' as const, id: merchantId }
  if (!isWithin(scope, asked)) throw refuse('another_scope', { field: `${asked.kind}Id` })
  if (scope.kind === 'platform' && !(await exists(asked)))
    throw refuse(`${asked.kind}_not_found`, { field: `${asked.kind}Id` })
  return asked
}
