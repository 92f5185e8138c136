import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { HolderStatus } from './holder.ts'

/** What the staff see of a holder: nothing that names the person. */
export type HolderSummary = {
  id: HolderId
  partnerId: PartnerId
  status: HolderStatus
  erased: boolean
  hasEmail: boolean
  hasPassword: boolean
  secondFactor: boolean
  wallets: number
  openSessions: number
  createdAt: Instant
}

const summaries = (db: Db, now: Instant) =>
  db.read
    .selectFrom('holders.holders')
    .select(['id', 'partner_id as partnerId', 'status', 'second_factor as secondFactor', 'created_at as createdAt'])
    .select([
      sql<boolean>`erased_at is not null`.as('erased'),
      sql<boolean>`email is not null`.as('hasEmail'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<number>`(select count(*)::integer from holders.wallets w where w.holder_id = holders.id
        and holders.erased_at is null)`.as('wallets'),
      sql<number>`(select count(*)::integer from holders.sessions s where s.holder_id = holders.id
        and s.ended_at is null and s.expires_at > ${now})`.as('openSessions'),
    ])

export const findSummary = (db: Db, id: HolderId, now: Instant): Promise<HolderSummary | undefined> =>
  summaries(db, now).where('id', '=', id).executeTakeFirst()

export const summariesById = async (db: Db, ids: readonly HolderId[], now: Instant): Promise<HolderSummary[]> =>
  ids.length === 0
    ? []
    : summaries(db, now)
        .where('id', 'in', [...ids])
        .execute()
