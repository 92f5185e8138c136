import { sql } from 'kysely'
import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { ChallengeId, ChallengePurpose, Holder, RegistrationId, SessionEnd, SessionId } from './holder.ts'
import type { ProvenWallet, WalletAddress } from './wallet-address.ts'

/** The holder, when it is a customer of this partner. */
export async function findHolder(db: Db, partnerId: PartnerId, id: HolderId): Promise<Holder | undefined> {
  const row = await db.read
    .selectFrom('holders.holders')
    .select(['id', 'partner_id as partnerId', 'status', 'email'])
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row && { ...row, email: row.email ?? undefined }
}

/** Locks a holder, for decisions about all that is the holder's (`db.locked`). */
export const holderLock = (id: HolderId): RowLocks => ({ table: 'holders.holders', ids: [id] })

/** Where a holder is reached, and in which language. */
export async function contactOf(db: Reader, id: HolderId): Promise<{ email: string | undefined; language: Language }> {
  const { email, language } = await db.read
    .selectFrom('holders.holders')
    .select(['email', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { email: email ?? undefined, language }
}

/** Whose customer it is; undefined: there is none with this id. */
export const findHolderPartner = async (db: Reader, id: HolderId): Promise<PartnerId | undefined> =>
  (
    await db.read
      .selectFrom('holders.holders')
      .select('partner_id as partnerId')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.partnerId

/** Whose customer a holder is. It never changes. */
export const partnerOfHolder = async (db: Reader, id: HolderId): Promise<PartnerId> =>
  (
    await db.read
      .selectFrom('holders.holders')
      .select('partner_id as partnerId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).partnerId

export async function openSessionsOf(db: Db, holderId: HolderId, now: Instant): Promise<SessionId[]> {
  const rows = await db.read
    .selectFrom('holders.sessions')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

export type TokenRow = {
  sessionId: SessionId
  expiresAt: Instant
  usedAt: Instant | null
  successor: Uint8Array | null
  session: SessionRow
}
export type SessionRow = {
  version: number
  holderId: HolderId
  expiresAt: Instant
  endedAt: Instant | null
  endReason: SessionEnd | null
}

export async function findRefreshToken(db: Db, hash: Uint8Array): Promise<TokenRow | undefined> {
  const row = await db.read
    .selectFrom('holders.refresh_tokens as token')
    .innerJoin('holders.sessions as session', 'session.id', 'token.session_id')
    .select([
      'token.session_id as sessionId',
      'token.expires_at as expiresAt',
      'token.used_at as usedAt',
      'token.successor',
      'session.version',
      'session.holder_id as holderId',
      'session.expires_at as sessionExpiresAt',
      'session.ended_at as endedAt',
      'session.end_reason as endReason',
    ])
    .where('token.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, expiresAt, usedAt, successor, sessionExpiresAt, ...session } = row
  return { sessionId, expiresAt, usedAt, successor, session: { ...session, expiresAt: sessionExpiresAt } }
}

export type OpenSession = { holderId: HolderId; partnerId: PartnerId }

/** The holder of a session that is still open; concurrent calls read together. */
export const findOpenSession = loaderByKey(async (db: Db, ids: readonly SessionId[]) => {
  const rows = await db.read
    .selectFrom('holders.sessions as session')
    .innerJoin('holders.holders as holder', 'holder.id', 'session.holder_id')
    .select(['session.id', 'session.holder_id as holderId', 'holder.partner_id as partnerId'])
    .where(oneOf('session.id', 'uuid', ids))
    .where('session.ended_at', 'is', null)
    .where('holder.status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, ...session }): [SessionId, OpenSession] => [id, session]))
})

/** What a login by e-mail and a new password depend on. */
export type LoginRow = Pick<Holder, 'id' | 'partnerId' | 'status'> & {
  version: number
  /** As it was registered: emails go there, and not to what somebody types now. */
  email: string | null
  language: Language
  passwordHash: string | null
  secondFactor: boolean
}

const logins = (db: Db) =>
  db.read
    .selectFrom('holders.holders')
    .select([
      'id',
      'partner_id as partnerId',
      'status',
      'version',
      'email',
      'language',
      'password_hash as passwordHash',
      'second_factor as secondFactor',
    ])

export const findLogin = (db: Db, id: HolderId): Promise<LoginRow | undefined> =>
  logins(db).where('id', '=', id).executeTakeFirst()

export const findHolderByEmail = (db: Db, partnerId: PartnerId, email: string): Promise<LoginRow | undefined> =>
  logins(db).where('partner_id', '=', partnerId).where(sql<boolean>`lower(email) = lower(${email})`).executeTakeFirst()

export type RegistrationRow = {
  id: RegistrationId
  version: number
  kind: 'email' | 'wallet'
  email: string
  language: Language
  passwordHash: string | undefined
  secondFactor: boolean
  wallet: ProvenWallet | undefined
  code: Uint8Array
  triesLeft: number
  expiresAt: Instant
  usedAt: Instant | null
}

export async function findRegistration(
  db: Db,
  partnerId: PartnerId,
  id: RegistrationId,
): Promise<RegistrationRow | undefined> {
  const row = await db.read
    .selectFrom('holders.registrations')
    .select([
      'id',
      'version',
      'email',
      'language',
      'password_hash as passwordHash',
      'second_factor as secondFactor',
      'wallet_chain as chain',
      'wallet_address as address',
      'wallet_contract_chain_id as contractChainId',
      'code',
      'tries_left as triesLeft',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!row) return undefined
  const { chain, address, contractChainId, passwordHash, ...rest } = row
  const wallet = chain && address ? { chain, address, contractChainId } : undefined
  return { ...rest, kind: wallet ? 'wallet' : 'email', passwordHash: passwordHash ?? undefined, wallet }
}

export type PendingLoginRow = {
  id: string
  version: number
  holderId: HolderId
  partnerId: PartnerId
  email: string
  language: Language
  code: Uint8Array | null
  codeExpiresAt: Instant | null
  codesSent: number
  triesLeft: number
  expiresAt: Instant
  usedAt: Instant | null
}

/** The login of this session token, while its customer is active. */
export async function findPendingLogin(db: Db, tokenHash: Uint8Array): Promise<PendingLoginRow | undefined> {
  const row = await db.read
    .selectFrom('holders.pending_logins as login')
    .innerJoin('holders.holders as holder', 'holder.id', 'login.holder_id')
    .select([
      'login.id',
      'login.version',
      'login.holder_id as holderId',
      'login.partner_id as partnerId',
      'holder.email',
      'holder.language',
      'login.code',
      'login.code_expires_at as codeExpiresAt',
      'login.codes_sent as codesSent',
      'login.tries_left as triesLeft',
      'login.expires_at as expiresAt',
      'login.used_at as usedAt',
    ])
    .where('login.token_hash', '=', tokenHash)
    .where('holder.status', '=', 'active')
    .executeTakeFirst()
  return row?.email ? { ...row, email: row.email } : undefined
}

export type ChallengeRow = {
  id: ChallengeId
  wallet: WalletAddress
  chainId: bigint | null
  message: string
  expiresAt: Instant
  spentAt: Instant | null
}

export async function findChallenge(
  db: Db,
  { partnerId, id, purpose }: { partnerId: PartnerId; id: ChallengeId; purpose: ChallengePurpose },
): Promise<ChallengeRow | undefined> {
  const row = await db.read
    .selectFrom('holders.wallet_challenges')
    .select([
      'id',
      'chain',
      'address',
      'chain_id as chainId',
      'message',
      'expires_at as expiresAt',
      'spent_at as spentAt',
    ])
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) return undefined
  const { chain, address, ...rest } = row
  return { ...rest, wallet: { chain, address } }
}

export type WalletHolder = Pick<Holder, 'id' | 'partnerId' | 'status'> & { walletId: bigint; isVerified: boolean }

export const findHolderOfWallet = (
  db: Db,
  partnerId: PartnerId,
  { chain, address, contractChainId }: ProvenWallet,
): Promise<WalletHolder | undefined> =>
  db.read
    .selectFrom('holders.wallets as wallet')
    .innerJoin('holders.holders as holder', 'holder.id', 'wallet.holder_id')
    .select([
      'holder.id',
      'holder.partner_id as partnerId',
      'holder.status',
      'wallet.id as walletId',
      'wallet.verified as isVerified',
    ])
    .where('wallet.partner_id', '=', partnerId)
    .where('wallet.chain', '=', chain)
    .where('wallet.address', '=', address)
    .where(sql<boolean>`wallet.contract_chain_id is not distinct from ${contractChainId}`)
    .executeTakeFirst()
