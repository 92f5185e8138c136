import { sql } from 'kysely'
import type { CardId, HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Authentication, Challenge, ChallengeId } from './challenge.ts'

const facts = [
  'a.acs_trans_id as id',
  'a.server_trans_id as serverTransId',
  'a.ds_trans_id as dsTransId',
  'a.message_version as version',
  'a.digest',
  'a.card_id as cardId',
  'a.holder_id as holderId',
  'a.partner_id as partnerId',
  'a.category',
  'a.minor',
  'a.currency',
  'a.acquirer_id as acquirerId',
  'a.merchant_id as merchantId',
  'a.merchant_name as merchantName',
  'a.notification_url as notificationUrl',
  'a.results_url as resultsUrl',
  'a.trans_status as transStatus',
  'a.trans_status_reason as transStatusReason',
  'a.eci',
  'a.created_at as createdAt',
] as const

const challenges = (db: Reader) =>
  db.read
    .selectFrom('threeds.challenges as c')
    .innerJoin('threeds.authentications as a', 'a.acs_trans_id', 'c.id')
    .select(facts)
    .select(['c.version as challengeVersion', 'c.status', 'c.transaction_id as transactionId', 'c.cancel'])
    .select(['c.session_data as sessionData', 'c.expires_at as expiresAt', 'c.due_at as dueAt'])

/** Of any holder: for the page of the bank, whose address is a secret, and for what falls due. */
export const findChallenge = (db: Reader, id: ChallengeId): Promise<Challenge | undefined> =>
  challenges(db).where('c.id', '=', id).executeTakeFirst()

/** The challenge, when it is one of this holder. */
export const findChallengeOf = (db: Reader, holderId: HolderId, id: ChallengeId): Promise<Challenge | undefined> =>
  challenges(db).where('c.id', '=', id).where('c.holder_id', '=', holderId).executeTakeFirst()

/** Those that wait for the holder's answer, oldest first. */
export const openChallengesOf = (db: Reader, holderId: HolderId, now: Instant): Promise<Challenge[]> =>
  challenges(db)
    .where('c.holder_id', '=', holderId)
    .where('c.due_at', '>', now)
    .orderBy('a.id')
    .limit(openMax)
    .execute()
/** A card has a few challenges within ten minutes; nobody reads more. */
const openMax = 1_000

/** In the order of the ids. */
export async function challengesById(db: Reader, ids: readonly ChallengeId[]): Promise<Challenge[]> {
  const found = await challenges(db).where(sql<boolean>`c.id = any(${ids}::uuid[])`).execute()
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By the ids of the merchant's side: the same request again. */
export const findAuthentication = (
  db: Reader,
  { serverTransId, dsTransId }: Pick<Authentication, 'serverTransId' | 'dsTransId'>,
): Promise<Authentication | undefined> =>
  db.read
    .selectFrom('threeds.authentications as a')
    .select(facts)
    .where('a.server_trans_id', '=', serverTransId)
    .where('a.ds_trans_id', '=', dsTransId)
    .executeTakeFirst()

/** By the id that an authorization names: that of the directory server, or our own. */
export const findNamed = (db: Reader, cardId: CardId, id: string): Promise<Authentication | undefined> =>
  db.read
    .selectFrom('threeds.authentications as a')
    .select(facts)
    .where((is) => is.or([is('a.ds_trans_id', '=', id), is('a.acs_trans_id', '=', id as ChallengeId)]))
    .where('a.card_id', '=', cardId)
    .orderBy('a.id', 'desc')
    .executeTakeFirst()

/** What the card has been through lately, as the rules of risk want to know it. */
export async function recordOf(
  db: Reader,
  cardId: CardId,
  now: Instant,
): Promise<{ unansweredLately: number; exempted: { count: number; minor: bigint } }> {
  const hourAgo = now.subtract({ hours: 1 })
  const { rows } = await sql<{ unanswered: number; count: number; minor: bigint }>`
    select
      (select count(*)::integer from threeds.authentications a join threeds.challenges c on c.id = a.acs_trans_id
       where a.card_id = ${cardId} and a.created_at > ${hourAgo}
         and c.status in ('declined', 'cancelled', 'timeout', 'failed')) as unanswered,
      count(*)::integer as count, coalesce(sum(a.minor), 0)::bigint as minor
    from threeds.authentications a
    where a.card_id = ${cardId} and a.exemption = 'lowValue' and a.id > coalesce((
      select max(b.id) from threeds.authentications b join threeds.challenges c on c.id = b.acs_trans_id
      where b.card_id = ${cardId} and c.status = 'authorized'), 0)`.execute(db.read)
  const [row] = rows
  return { unansweredLately: row!.unanswered, exempted: { count: row!.count, minor: row!.minor } }
}
