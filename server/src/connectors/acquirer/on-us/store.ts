import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Entry, MessageKind, Story } from './story.ts'

const entries = (db: Reader) =>
  db.read
    .selectFrom('onus.requests')
    .select(['key', 'authorization_key as authorization', 'step', 'kind', 'stan', 'minor', 'currency'])
    .select(['card_id as cardId', 'facts', 'result', 'version', 'requested_at as requestedAt'])

export const findEntry = (db: Reader, key: string): Promise<Entry | undefined> =>
  entries(db).where('key', '=', key).executeTakeFirst()

export const storyOf = (db: Reader, authorization: string): Promise<Story> =>
  entries(db).where('authorization_key', '=', authorization).orderBy('step').execute()

/** What the payer's authentication has come to. */
export type Authentication = {
  dsTransId: string
  serverTransId: string
  acsTransId: string | null
  transStatus: string | null
  eci: string | null
  value: string | null
}

const authentications = (db: Reader) =>
  db.read
    .selectFrom('onus.authentications')
    .select(['ds_trans_id as dsTransId', 'server_trans_id as serverTransId', 'acs_trans_id as acsTransId'])
    .select(['trans_status as transStatus', 'eci', 'authentication_value as value'])

export const authenticationFor = (db: Reader, authorization: string): Promise<Authentication | undefined> =>
  authentications(db).where('authorization_key', '=', authorization).executeTakeFirst()

export const findAuthentication = (db: Reader, dsTransId: string): Promise<Authentication | undefined> =>
  authentications(db).where('ds_trans_id', '=', dsTransId).executeTakeFirst()

export type Message = {
  id: string
  authorization: string
  kind: MessageKind
  status: 'waiting' | 'sending' | 'sent' | 'cancelled'
}

const messages = (db: Reader) =>
  db.read.selectFrom('onus.messages').select(['id', 'authorization_key as authorization', 'kind', 'status'])

export const findMessage = (db: Reader, id: string): Promise<Message | undefined> =>
  messages(db).where('id', '=', id).executeTakeFirst()

/** The clearing of an authorization that was captured. */
export const clearingOf = (db: Reader, authorization: string): Promise<Message | undefined> =>
  messages(db).where('authorization_key', '=', authorization).where('kind', '=', 'clearing').executeTakeFirst()

export const updateStatuses = ['waiting', 'done', 'parked'] as const
export type UpdateStatus = (typeof updateStatuses)[number]

/** How far the stored cards of a number that has ended are. */
export type CardUpdate = {
  /** The issued card whose number it was. */
  id: string
  status: UpdateStatus
  tries: number
  trouble: string | null
  successor: string | null
  renewed: number | null
  dueAt: Instant | null
}

const cardUpdates = (db: Reader) =>
  db.read
    .selectFrom('onus.card_updates')
    .select(['id', 'status', 'tries', 'trouble', 'successor', 'renewed', 'due_at as dueAt'])

export const findCardUpdate = (db: Reader, id: string): Promise<CardUpdate | undefined> =>
  cardUpdates(db).where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const listCardUpdates = (
  db: Reader,
  { status, limit }: { status: UpdateStatus | undefined; limit: number },
): Promise<CardUpdate[]> =>
  cardUpdates(db)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
