import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { type AcquiredName, type Envelope, openCard, sealCard, wrapAgain } from './envelope.ts'

/**
 * Card numbers that the host of an acquirer wants again with each message about a payment, such as its refund: sealed as
 * those of stored cards are, and forgotten when no message can follow.
 */
export type AcquiredCards = {
  /** `id` is the key of the authorization. Doing it twice is no error. `until`: then it is forgotten, whatever happened. */
  keep(card: { id: string; pan: Secret<string>; until: Instant }): Promise<void>
  /** Undefined: it is not kept, or not any more. Throws when its record was changed. */
  open(id: string): Promise<Secret<string> | undefined>
  /** Doing it twice is no error. */
  forget(id: string): Promise<void>
  /** Those whose time is over. Returns how many were forgotten. */
  forgetExpired(): Promise<number>
}

type Parts = { db: Db; keys: KeyRing; clock: Clock }

export const openAcquiredCards = ({ db, keys, clock }: Parts): AcquiredCards => ({
  keep: async ({ id, pan, until }) => {
    const { wrappedKey, sealed, keyVersion } = sealCard(keys, { authorization: id }, pan)
    await db.run(
      `insert into vault.acquired_cards (id, wrapped_key, sealed, key_version, created_at, forget_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
      [id, wrappedKey, sealed, keyVersion, clock.now(), until],
    )
  },
  open: async (id) => {
    const found = await db.read
      .selectFrom('vault.acquired_cards')
      .select(['wrapped_key as wrappedKey', 'sealed'])
      .where('id', '=', id)
      .executeTakeFirst()
    return found && openCard(keys, { authorization: id }, found)
  },
  forget: async (id) => {
    await db.run('delete from vault.acquired_cards where id = $1', [id])
  },
  forgetExpired: async () => {
    const rows = await db.run('delete from vault.acquired_cards where forget_at <= $1 returning 1', [clock.now()])
    return rows.length
  },
})

type Wrapped = AcquiredName & Pick<Envelope, 'wrappedKey'>

/** As for stored cards (`rewrap.ts`): a record is written only if its wrapping is still the one that was read. */
export async function rewrapAcquired({ db, keys }: Pick<Parts, 'db' | 'keys'>, { limit }: { limit: number }) {
  const newest = keys.newestVersion('vault')
  const found: Wrapped[] = await db.read
    .selectFrom('vault.acquired_cards')
    .select(['id as authorization', 'wrapped_key as wrappedKey'])
    .where('key_version', '<', newest)
    .orderBy('key_version')
    .orderBy('id')
    .limit(limit)
    .execute()
  const unreadable: string[] = []
  let rewrapped = 0
  for (const card of found) {
    try {
      const { wrappedKey, keyVersion } = wrapAgain(keys, card, card.wrappedKey)
      const rows = await db.run(
        `update vault.acquired_cards set wrapped_key = $1, key_version = $2
          where id = $3 and wrapped_key = $4 returning 1`,
        [wrappedKey, keyVersion, card.authorization, card.wrappedKey],
      )
      rewrapped += rows.length
    } catch {
      unreadable.push(card.authorization)
    }
  }
  return { rewrapped, unreadable }
}
