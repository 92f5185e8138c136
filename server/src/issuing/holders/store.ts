import { sql } from 'kysely'
import type { Language } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { genuineJoins, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { joinable, joinedRows } from '#kernel/db/joined-rows.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { ChallengeId, ChallengePurpose, Holder, RegistrationId } from './holder.ts'
import { hexOf } from './secret-token.ts'
import type { ProvenWallet, WalletAddress } from './wallet-address.ts'

/** A row of a holder, whole, as others read it along. */
export const holderRows = joinable('holders.holders', (row) => row)

const holders = (db: Pick<Db, 'read'>) => db.read.selectFrom('holders.holders').selectAll()
type HolderRow = RowOf<typeof holders>
const genuineHolder = (db: Pick<Db, 'bound' | 'run'>, row: HolderRow | undefined): Promise<HolderRow | undefined> =>
  genuineRow(db, 'holders.holders', row)

/** The holder, when it is a customer of this partner. */
export async function findHolder(db: Db, partnerId: PartnerId, id: HolderId): Promise<Holder | undefined> {
  const found = await holders(db).where('id', '=', id).where('partner_id', '=', partnerId).executeTakeFirst()
  const row = await genuineHolder(db, found)
  return row && { id, partnerId, status: row.status, email: row.email ?? undefined }
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
export const findHolderPartner = async (db: Db, id: HolderId): Promise<PartnerId | undefined> =>
  (await genuineHolder(db, await holders(db).where('id', '=', id).executeTakeFirst()))?.partner_id

/** Whose customer a holder is. It never changes. */
export const partnerOfHolder = async (db: Reader, id: HolderId): Promise<PartnerId> =>
  (
    await db.read
      .selectFrom('holders.holders')
      .select('partner_id as partnerId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).partnerId

/** What a login by e-mail and a new password depend on. */
export type LoginRow = Pick<Holder, 'id' | 'partnerId' | 'status'> & {
  version: number
  /** As it was registered: emails go there, and not to what somebody types now. */
  email: string | null
  language: Language
  passwordHash: string | null
  secondFactor: boolean
}

export const findLogin = async (db: Db, id: HolderId): Promise<LoginRow | undefined> =>
  loginOf(await genuineHolder(db, await holders(db).where('id', '=', id).executeTakeFirst()))

export async function findHolderByEmail(db: Db, partnerId: PartnerId, email: string): Promise<LoginRow | undefined> {
  const row = await holders(db)
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return loginOf(await genuineHolder(db, row))
}

const loginOf = (row: HolderRow | undefined): LoginRow | undefined =>
  row && {
    id: row.id,
    partnerId: row.partner_id,
    status: row.status,
    version: row.version,
    email: row.email,
    language: row.language,
    passwordHash: row.password_hash,
    secondFactor: row.second_factor,
  }

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
  const found = await db.read
    .selectFrom('holders.registrations')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  const row = await genuineRow(db, 'holders.registrations', found)
  if (!row) return undefined
  const { wallet_chain: chain, wallet_address: address, wallet_contract_chain_id: contractChainId } = row
  const wallet = chain && address ? { chain, address, contractChainId } : undefined
  return {
    id: row.id,
    version: row.version,
    kind: wallet ? 'wallet' : 'email',
    email: row.email,
    language: row.language,
    passwordHash: row.password_hash ?? undefined,
    secondFactor: row.second_factor,
    wallet,
    code: row.code,
    triesLeft: row.tries_left,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }
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
  const [found] = await genuineJoins(db, loginTables, await readLogins(db, [[hexOf(tokenHash)]]))
  if (found?.holder.status !== 'active' || found.holder.email === null) return undefined
  const { login, holder } = found
  return {
    id: login.id,
    version: login.version,
    holderId: login.holder_id,
    partnerId: login.partner_id,
    email: found.holder.email,
    language: holder.language,
    code: login.code,
    codeExpiresAt: login.code_expires_at,
    codesSent: login.codes_sent,
    triesLeft: login.tries_left,
    expiresAt: login.expires_at,
    usedAt: login.used_at,
  }
}

const loginTables = { login: 'holders.pending_logins', holder: 'holders.holders' } as const
const readLogins = joinedRows(
  { login: joinable('holders.pending_logins', (row) => row), holder: holderRows },
  ({ login, holder }) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${login("token_hash = decode(asked.key, 'hex')")}
    cross join ${holder('id = login.holder_id')}`,
)

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
  const found = await db.read
    .selectFrom('holders.wallet_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  const row = await genuineRow(db, 'holders.wallet_challenges', found)
  if (!row) return undefined
  const { chain, address, chain_id: chainId, message, expires_at: expiresAt, spent_at: spentAt } = row
  return { id, wallet: { chain, address }, chainId, message, expiresAt, spentAt }
}

export type WalletHolder = Pick<Holder, 'id' | 'partnerId' | 'status'> & { walletId: bigint; isVerified: boolean }

export async function findHolderOfWallet(
  db: Db,
  partnerId: PartnerId,
  { chain, address, contractChainId }: ProvenWallet,
): Promise<WalletHolder | undefined> {
  const rows = await readWallets(db, [[address], partnerId, chain, contractChainId])
  const [found] = await genuineJoins(db, walletTables, rows)
  if (!found) return undefined
  const { wallet, holder } = found
  const { id, partner_id, status } = holder
  return { id, partnerId: partner_id, status, walletId: wallet.id, isVerified: wallet.verified }
}

/** The wallets that a customer logs in with. */
export const walletsOf = async (db: Reader, holderId: HolderId): Promise<string[]> =>
  (await db.read.selectFrom('holders.wallets').select('address').where('holder_id', '=', holderId).execute()).map(
    ({ address }) => address,
  )

const walletTables = { wallet: 'holders.wallets', holder: 'holders.holders' } as const
const readWallets = joinedRows(
  { wallet: joinable('holders.wallets', (row) => row), holder: holderRows },
  ({ wallet, holder }) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${wallet(`partner_id = $2 and chain = $3 and address = asked.key
      and contract_chain_id is not distinct from $4::bigint`)}
    cross join ${holder('id = wallet.holder_id and partner_id = wallet.partner_id')}`,
)
