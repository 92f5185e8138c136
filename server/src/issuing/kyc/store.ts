import type { HolderId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import type { KycStatus } from './kyc-states.ts'
import { refuse } from './refusals.ts'
import type { CaseVersion } from './transition-case.ts'

/** The newest case of a holder. */
export const findCase = (db: Reader, holderId: HolderId): Promise<CaseVersion | undefined> =>
  db.read
    .selectFrom('kyc.cases')
    .select(['id', 'version', 'holder_id as holderId', 'status'])
    .where('holder_id', '=', holderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const kycStatusOf = async (db: Reader, holderId: HolderId): Promise<KycStatus> =>
  (await findCase(db, holderId))?.status ?? 'not_started'

/** Accounts and cards are for approved customers. */
export async function assertApproved(db: Reader, holderId: HolderId): Promise<void> {
  const status = await kycStatusOf(db, holderId)
  if (status !== 'approved') throw refuse('kyc_not_approved', { status })
}
