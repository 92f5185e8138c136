import { type Selectable, sql } from 'kysely'
import type { CardId, HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { genuineJoins, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { joinable, joinedRows } from '#kernel/db/joined-rows.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Authentication, Challenge, ChallengeId } from './challenge.ts'

const challengeTables = { challenge: 'threeds.challenges', authentication: 'threeds.authentications' } as const
const readChallenges = joinedRows(
  {
    challenge: joinable('threeds.challenges', (row) => row),
    authentication: joinable('threeds.authentications', (row) => row),
  },
  ({ challenge, authentication }) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${challenge('id = asked.key::uuid')}
    cross join ${authentication('acs_trans_id = asked.key::uuid')}`,
)

type AuthenticationRow = Selectable<Schema['threeds.authentications']>
const authenticationOf = (row: AuthenticationRow): Authentication => ({
  id: row.acs_trans_id,
  serverTransId: row.server_trans_id,
  dsTransId: row.ds_trans_id,
  version: row.message_version,
  digest: row.digest,
  cardId: row.card_id,
  holderId: row.holder_id,
  partnerId: row.partner_id,
  category: row.category,
  minor: row.minor,
  currency: row.currency,
  acquirerId: row.acquirer_id,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  notificationUrl: row.notification_url,
  resultsUrl: row.results_url,
  transStatus: row.trans_status,
  transStatusReason: row.trans_status_reason,
  eci: row.eci,
  createdAt: row.created_at,
})

/** In the order of the ids. Those that the program did not make, or that were changed by hand, are none. */
export async function challengesById(db: Db, ids: readonly ChallengeId[]): Promise<Challenge[]> {
  if (ids.length === 0) return []
  const found = await genuineJoins(db, challengeTables, await readChallenges(db, [ids]))
  const byId = new Map(
    found.map(({ challenge, authentication }): [ChallengeId, Challenge] => [
      challenge.id,
      {
        ...authenticationOf(authentication),
        challengeVersion: challenge.version,
        status: challenge.status,
        transactionId: challenge.transaction_id,
        cancel: challenge.cancel,
        sessionData: challenge.session_data,
        expiresAt: challenge.expires_at,
        dueAt: challenge.due_at,
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Of any holder: for the page of the bank, whose address is a secret, and for what falls due. */
export const findChallenge = async (db: Db, id: ChallengeId): Promise<Challenge | undefined> =>
  (await challengesById(db, [id]))[0]

/** The challenge, when it is one of this holder. */
export async function findChallengeOf(db: Db, holderId: HolderId, id: ChallengeId): Promise<Challenge | undefined> {
  const challenge = await findChallenge(db, id)
  return challenge?.holderId === holderId ? challenge : undefined
}

/** Those that wait for the holder's answer, oldest first. */
export async function openChallengesOf(db: Db, holderId: HolderId, now: Instant): Promise<Challenge[]> {
  const open = await db.read
    .selectFrom('threeds.challenges as c')
    .innerJoin('threeds.authentications as a', 'a.acs_trans_id', 'c.id')
    .select('c.id')
    .where('c.holder_id', '=', holderId)
    .where('c.due_at', '>', now)
    .orderBy('a.id')
    .limit(openMax)
    .execute()
  const ids = open.map(({ id }) => id)
  return challengesById(db, ids)
}
/** A card has a few challenges within ten minutes; nobody reads more. */
const openMax = 1_000

const genuineAuthentication = async (
  db: Db,
  row: AuthenticationRow | undefined,
): Promise<Authentication | undefined> => {
  const found = await genuineRow(db, 'threeds.authentications', row)
  return found && authenticationOf(found)
}

/** By the ids of the merchant's side: the same request again. */
export const findAuthentication = async (
  db: Db,
  { serverTransId, dsTransId }: Pick<Authentication, 'serverTransId' | 'dsTransId'>,
): Promise<Authentication | undefined> =>
  genuineAuthentication(
    db,
    await db.read
      .selectFrom('threeds.authentications')
      .selectAll()
      .where('server_trans_id', '=', serverTransId)
      .where('ds_trans_id', '=', dsTransId)
      .executeTakeFirst(),
  )

/** By the id that an authorization names: that of the directory server, or our own. */
export const findNamed = async (db: Db, cardId: CardId, id: string): Promise<Authentication | undefined> =>
  genuineAuthentication(
    db,
    await db.read
      .selectFrom('threeds.authentications')
      .selectAll()
      .where((is) => is.or([is('ds_trans_id', '=', id), is('acs_trans_id', '=', id as ChallengeId)]))
      .where('card_id', '=', cardId)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )

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
