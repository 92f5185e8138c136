import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { CardName, Envelope } from './envelope.ts'
import type { VaultToken } from './ids.ts'

export type WrappedKey = CardName & { wrappedKey: Uint8Array }

/** Nothing is announced from the vault, so nothing reacts: no other module's rows can be in its commits. */
const writer = (db: Db) => ({ db, react: async () => [] })

export async function addCard(
  db: Db,
  now: Instant,
  { token, merchantId, fingerprint, ...envelope }: CardName & Envelope & { fingerprint: Uint8Array },
): Promise<void> {
  await commit(
    writer(db),
    now,
    [
      insert('vault.cards', {
        token,
        merchant_id: merchantId,
        wrapped_key: envelope.wrappedKey,
        sealed: envelope.sealed,
        key_version: envelope.keyVersion,
        fingerprint,
        created_at: now,
      }),
    ],
    'store',
  )
}

/** Those of these cards that are kept; a token under another merchant's name is not. */
export async function findCards(
  db: Db,
  names: readonly CardName[],
): Promise<(CardName & Omit<Envelope, 'keyVersion'>)[]> {
  const tokens = names.map(({ token }) => token)
  const rows = await db.read
    .selectFrom('vault.cards')
    .select(['token', 'merchant_id as merchantId', 'wrapped_key as wrappedKey', 'sealed'])
    .where(oneOf('token', 'uuid', tokens))
    .execute()
  const owned = new Set(names.map(({ merchantId, token }) => `${merchantId} ${token}`))
  return rows.filter(({ merchantId, token }) => owned.has(`${merchantId} ${token}`))
}

/** `commit` has no deletes, and nothing else has to be written with it. */
export async function removeCard(db: Db, token: VaultToken): Promise<void> {
  await db.run('delete from vault.cards where token = $1', [token])
}

export const keysWrappedBefore = (db: Db, version: number, limit: number): Promise<WrappedKey[]> =>
  db.read
    .selectFrom('vault.cards')
    .select(['token', 'merchant_id as merchantId', 'wrapped_key as wrappedKey'])
    .where('key_version', '<', version)
    .orderBy('key_version')
    .orderBy('token')
    .limit(limit)
    .execute()

export type Rewrapping = { token: VaultToken; was: Uint8Array; wasVersion: number; wrappedKey: Uint8Array }

/**
 * Replaces each wrapping that is still unchanged, and returns the number of rows written. Rows that another process is
 * writing are skipped, so two rewrapping processes never wait for each other or deadlock.
 */
export async function replaceWrappings(db: Db, keyVersion: number, wrappings: readonly Rewrapping[]): Promise<number> {
  const rows = await db.run(
    `with mine as (
       select token from vault.cards where token = any($1::uuid[]) order by token for update skip locked
     )
     update vault.cards card
        set wrapped_key = fresh.wrapped_key, key_version = $2
       from mine
       join unnest($1::uuid[], $3::bytea[], $4::integer[], $5::bytea[])
         as fresh (token, was, was_version, wrapped_key) on fresh.token = mine.token
      where card.token = fresh.token and card.wrapped_key = fresh.was and card.key_version = fresh.was_version
     returning 1`,
    [
      wrappings.map(({ token }) => token),
      keyVersion,
      wrappings.map(({ was }) => was),
      wrappings.map(({ wasVersion }) => wasVersion),
      wrappings.map(({ wrappedKey }) => wrappedKey),
    ],
  )
  return rows.length
}

export async function countByKey(db: Db): Promise<{ keyVersion: number; cards: number }[]> {
  const rows = await db.run(
    `select key_version, count(*)::integer as cards
       from (select key_version from vault.cards union all select key_version from vault.acquired_cards) as sealed
      group by key_version order by key_version`,
    [],
  )
  return rows.map(({ key_version, cards }) => ({ keyVersion: Number(key_version), cards: Number(cards) }))
}

/** Which of these master keys still wrap the data key of a card. */
export async function keysInUse(db: Db, keys: readonly number[]): Promise<number[]> {
  const rows = await db.run(
    `select asked.key from unnest($1::integer[]) as asked (key)
     where exists (select from vault.cards where key_version = asked.key)
        or exists (select from vault.acquired_cards where key_version = asked.key)`,
    [keys],
  )
  return (rows as { key: number }[]).map(({ key }) => key)
}

export type KeptCard = CardName & Omit<Envelope, 'keyVersion'> & { fingerprint: Uint8Array; createdAt: Instant }

export async function cardsAfter(db: Db, after: VaultToken | undefined): Promise<KeptCard[]> {
  const query = db.read
    .selectFrom('vault.cards')
    .select(['token', 'merchant_id as merchantId', 'fingerprint', 'created_at as createdAt'])
    .select(['wrapped_key as wrappedKey', 'sealed'])
  const rest = after ? query.where('token', '>', after) : query
  return rest.orderBy('token').limit(sweepPage).execute()
}

export async function tokensBefore(db: Db, moment: Instant, after: VaultToken | undefined): Promise<VaultToken[]> {
  let query = db.read.selectFrom('vault.cards').select('token').where('created_at', '<', moment)
  if (after) query = query.where('token', '>', after)
  const rows = await query.orderBy('token').limit(sweepPage).execute()
  return rows.map(({ token }) => token)
}
const sweepPage = 500
