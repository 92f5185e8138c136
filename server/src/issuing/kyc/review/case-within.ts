import { isWithin, type StaffScope } from '#core/access'
import { partnerOwner } from '#core/partners'
import { readId } from '#kernel/base/id.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { CaseId } from '../ids.ts'
import { refuse } from '../refusals.ts'
import { findCaseById } from '../store.ts'
import type { KycCase } from '../transition-case.ts'

/** Whose affair a case is. */
export const ownerOf = ({ partnerId }: Pick<KycCase, 'partnerId'>): Owner => partnerOwner(partnerId)

export function caseIdOf(unchecked: string): CaseId {
  const id = readId<CaseId>(unchecked)
  if (id === undefined) throw refuse('kyc_case_not_found', { id: unchecked.slice(0, 50) })
  return id
}

/** Refuses a case that this scope may not see, as one that is not there. */
export async function caseWithin(db: Reader, id: CaseId, scope: StaffScope): Promise<KycCase> {
  const found = await findCaseById(db, id)
  if (!found || !isWithin(scope, ownerOf(found))) throw refuse('kyc_case_not_found', { id })
  return found
}
