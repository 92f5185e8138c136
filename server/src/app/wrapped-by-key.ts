import type { GoneKey } from '#core/directory'
import type { SealPurpose } from '#kernel/crypto/keys.ts'
import { boundTables } from './bound-tables.ts'
import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { isSameKey } from './lost-keys.ts'

type Of = Pick<App, 'db' | 'keys' | 'vault' | 'issuerVault'>

/** How many records of a kind the key with a number seals. */
export type KeyCount = { key: number; count: number }
type Wrapped = { what: string; purpose: SealPurpose; keys: readonly KeyCount[] }
type Kind = {
  purpose: SealPurpose
  count(of: Of): Promise<readonly KeyCount[]>
  /** Which of these numbers still seal one. It stops at the first record of each. */
  inUse(of: Of, keys: readonly number[]): Promise<readonly number[]>
  /** Each has an index on the number, unless it is short-lived: every start asks. */
  columns?: readonly Column[]
  /** Nobody seals it anew: it is used for minutes, and an older key may go without it. */
  isShortLived?: true
}

type Column = readonly [table: string, column: string]

/** Columns whose first byte is the number of the master key, as `KeyRing.seal` writes it. */
const columns = (...named: readonly Column[]): Pick<Kind, 'count' | 'inUse' | 'columns'> => ({
  columns: named,
  count: async ({ db }) => {
    const parts = named.map(
      ([table, column]) => `select get_byte(${column}, 0) as key from ${table} where ${column} is not null`,
    )
    const counted = `select key, count(*)::integer as count from (${parts.join(' union all ')}) as sealed group by key order by key`
    return (await db.run(counted, [])) as KeyCount[]
  },
  inUse: async ({ db }, keys) => {
    const parts = named.map(
      ([table, column]) => `exists (select from ${table} where get_byte(${column}, 0) = asked.key)`,
    )
    const used = `select asked.key from unnest($1::integer[]) as asked (key) where ${parts.join(' or ')}`
    return ((await db.run(used, [keys])) as { key: number }[]).map(({ key }) => key)
  },
})

/** The codes of rows: their first byte is the number of the key too, and the index of the codes finds it. */
const codes: Pick<Kind, 'count' | 'inUse'> = {
  count: async ({ db }) => {
    const parts = boundTables.map(
      ({ table }) => `select get_byte(mac, 0) as key, count(*) as count from ${table} where mac is not null group by 1`,
    )
    const counted = `select key, sum(count)::integer as count from (${parts.join(' union all ')}) as coded group by key order by key`
    return (await db.run(counted, [])) as KeyCount[]
  },
  inUse: async ({ db }, keys) => {
    const parts = boundTables.map(
      ({ table }) => `exists (select from ${table} where mac >= asked.first and mac < asked.beyond)`,
    )
    const used = `select asked.key from unnest($1::integer[], $2::bytea[], $3::bytea[]) as asked (key, first, beyond)
      where ${parts.join(' or ')}`
    const [first, beyond] = [keys.map((key) => Buffer.of(key)), keys.map((key) => Buffer.of(key + 1))]
    return ((await db.run(used, [keys, first, beyond])) as { key: number }[]).map(({ key }) => key)
  },
}

/** Everything that master keys seal in the database, by what people call it: nothing else needs an older key. */
const kinds: Readonly<Record<string, Kind>> = {
  'card numbers': {
    purpose: 'vault',
    count: async ({ vault }) =>
      (await vault.status()).keys.map(({ keyVersion, cards }) => ({ key: keyVersion, count: cards })),
    inUse: ({ vault }, keys) => vault.keysInUse(keys),
  },
  'issued cards and the keys of their products': {
    purpose: 'issuing',
    count: ({ issuerVault }) => issuerVault.countByKey(),
    inUse: ({ issuerVault }, keys) => issuerVault.keysInUse(keys),
  },
  'addresses of physical cards': { purpose: 'issuing', ...columns(['cards.cards', 'sealed_delivery']) },
  'submissions of customers': { purpose: 'documents', ...columns(['kyc.submissions', 'sealed']) },
  'documents of customers': {
    purpose: 'documents',
    ...columns(['documents.documents', 'data_key'], ['documents.verifications', 'answers']),
  },
  'evidence of merchants': {
    purpose: 'documents',
    ...columns(['disputes.documents', 'data_key'], ['disputes.cases', 'evidence']),
  },
  'exports of staff': { purpose: 'documents', ...columns(['exports.exports', 'data_key']) },
  'facts of screened persons': { purpose: 'documents', ...columns(['screening.people', 'sealed_facts']) },
  'authenticator apps of staff': { purpose: 'directory', ...columns(['access.staff_factors', 'sealed_secret']) },
  'keys of access tokens': { purpose: 'directory', ...columns(['access.token_keys', 'sealed']) },
  'codes of rows': { purpose: 'directory', ...codes },
  'site keys': { purpose: 'directory', ...columns(['directory.site_keys', 'sealed']) },
  'keys of wallets': { purpose: 'directory', ...columns(['wallets.keys', 'sealed']) },
  'signing keys of partners': { purpose: 'directory', ...columns(['partners.signing_keys', 'sealed']) },
  'credentials of connections': { purpose: 'directory', ...columns(['processors.credentials', 'sealed']) },
  'webhooks of processors': { purpose: 'directory', ...columns(['processors.messages', 'body']) },
  'codes and sessions of cardholders': {
    purpose: 'directory',
    isShortLived: true,
    ...columns(
      ['holders.emails', 'sealed'],
      ['holders.registrations', 'code'],
      ['holders.password_resets', 'code'],
      ['holders.pending_logins', 'code'],
      ['holders.refresh_tokens', 'successor'],
    ),
  },
}

/** Every column that is sealed for longer than minutes. */
export const sealedColumns: readonly Column[] = Object.values(kinds).flatMap((kind) =>
  kind.isShortLived ? [] : (kind.columns ?? []),
)

/**
 * Counts every record by the master key that seals it. It reads all of them where no index says it, so it is for a command
 * and for the end of a rewrap, and not for a page that looks again and again.
 */
export const countWrapped = async (of: Of): Promise<Wrapped[]> =>
  Promise.all(
    Object.entries(kinds).map(async ([what, { purpose, count }]) => ({ what, purpose, keys: await count(of) })),
  )

/** The kinds of which records are sealed by one of these keys, without what is used for minutes only. */
export const sealedBy = async (of: Of, keys: readonly GoneKey[]) => {
  const found = Object.entries(kinds).map(async ([what, { purpose, inUse, isShortLived }]) => {
    const its = keys.filter((key) => key.purpose === purpose).map(({ key }) => key)
    const used = its.length === 0 || isShortLived ? [] : await inUse(of, its)
    return used.map((key) => ({ what, purpose, key }))
  })
  return (await Promise.all(found)).flat()
}

type StillWrapped = KeyCount & { what: string; purpose: SealPurpose }

/**
 * Those that older keys than the newest of their purpose seal, without what is used for minutes only. What a key seals that
 * the operator has given up (FLORIN_LOST_KEYS) stays as it is: no rewrap reads it, and nothing waits for it.
 */
export function stillWrapped(
  { keys, config }: Pick<Of, 'keys'> & { config: Pick<Config, 'lostKeys'> },
  wrapped: readonly Wrapped[],
): { left: StillWrapped[]; givenUp: StillWrapped[] } {
  const older = wrapped.flatMap(({ what, purpose, keys: counts }) =>
    (kinds[what]?.isShortLived ? [] : counts)
      .filter(({ key }) => key !== keys.newestVersion(purpose))
      .map(({ key, count }) => ({ what, purpose, key, count })),
  )
  const isLost = (one: GoneKey) => config.lostKeys.some((lost) => isSameKey(lost, one))
  return { left: older.filter((one) => !isLost(one)), givenUp: older.filter(isLost) }
}
