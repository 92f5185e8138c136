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
