import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { PersonalData } from '#kernel/db/personal-data.ts'
import { planRetention } from './retention.ts'

const because = 'the law against money laundering: documents are kept after the end of the business with a customer'

/** What a customer handed in. Its own task deletes it in time. Decision 122. */
export const personal: PersonalData = {
  module: 'documents',
  tables: [
    {
      table: 'documents.verifications',
      of: 'r.holder_id = any(:holder)',
      exported: 'id kind status language created_at handed_in_at',
      personal: { answers: { kept: 'identity', isLeft: true, because, isHidden: true } },
    },
    {
      table: 'documents.documents',
      of: 'r.holder_id = any(:holder)',
      exported: 'id verification_id place status media_type bytes created_at stored_at removed_at',
      personal: { data_key: { kept: 'identity', isLeft: true, because, isHidden: true } },
    },
  ],
}

/** A customer is closed for good: what they handed in goes as that of a rejected one does. */
export const documentsOfClosed = (
  db: Reader,
  { holderId, documentsKept }: { holderId: HolderId; documentsKept: Temporal.Duration },
  now: Instant,
): Promise<Write[]> => planRetention({ db, documentsKept }, { holderId, isRejected: true }, now)
