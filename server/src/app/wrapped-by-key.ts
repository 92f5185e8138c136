import type { SealPurpose } from '#kernel/crypto/keys.ts'
import type { App } from './compose.ts'

type Of = Pick<App, 'db' | 'keys' | 'vault' | 'issuerVault'>

/** How many records of a kind the key with a number seals. */
export type KeyCount = { key: number; count: number }
type Wrapped = { what: string; purpose: SealPurpose; keys: readonly KeyCount[] }
type Kind = {
  purpose: SealPurpose
  count(of: Of): Promise<readonly KeyCount[]>
  /** Nobody seals it anew: it is used for minutes, and an older key may go without it. */
  isShortLived?: true
}

/** Columns whose first byte is the number of the master key, as `KeyRing.seal` writes it. */
const columns =
  (...named: readonly (readonly [table: string, column: string])[]): Kind['count'] =>
  async ({ db }) => {
    const parts = named.map(
      ([table, column]) => `select get_byte(${column}, 0) as key from ${table} where ${column} is not null`,
    )
    const counted = `select key, count(*)::integer as count from (${parts.join(' union all ')}) as sealed group by key order by key`
    return (await db.run(counted, [])) as KeyCount[]
  }

/** Everything that master keys seal in the database, by what people call it: nothing else needs an older key. */
const kinds: Readonly<Record<string, Kind>> = {
  'card numbers': {
    purpose: 'vault',
    count: async ({ vault }) =>
      (await vault.status()).keys.map(({ keyVersion, cards }) => ({ key: keyVersion, count: cards })),
  },
  'issued cards and the keys of their products': {
    purpose: 'issuing',
    count: ({ issuerVault }) => issuerVault.countByKey(),
  },
  'addresses of physical cards': { purpose: 'issuing', count: columns(['cards.cards', 'sealed_delivery']) },
  'submissions of customers': { purpose: 'documents', count: columns(['kyc.submissions', 'sealed']) },
  'documents of customers': {
    purpose: 'documents',
    count: columns(['documents.documents', 'data_key'], ['documents.verifications', 'answers']),
  },
  'evidence of merchants': {
    purpose: 'documents',
    count: columns(['disputes.documents', 'data_key'], ['disputes.cases', 'evidence']),
  },
  'exports of staff': { purpose: 'documents', count: columns(['exports.exports', 'data_key']) },
  'facts of screened persons': { purpose: 'documents', count: columns(['screening.people', 'sealed_facts']) },
  'authenticator apps of staff': { purpose: 'directory', count: columns(['access.staff_factors', 'sealed_secret']) },
  'keys of access tokens': { purpose: 'directory', count: columns(['access.token_keys', 'sealed']) },
  'site keys': { purpose: 'directory', count: columns(['directory.site_keys', 'sealed']) },
  'signing keys of partners': { purpose: 'directory', count: columns(['partners.signing_keys', 'sealed']) },
  'codes and sessions of cardholders': {
    purpose: 'directory',
    isShortLived: true,
    count: columns(
      ['holders.emails', 'sealed'],
      ['holders.registrations', 'code'],
      ['holders.password_resets', 'code'],
      ['holders.pending_logins', 'code'],
      ['holders.refresh_tokens', 'successor'],
    ),
  },
}

/**
 * Counts every record by the master key that seals it. It reads all of them where no index says it, so it is for a command
 * and for the end of a rewrap, and not for a page that looks again and again.
 */
export const countWrapped = async (of: Of): Promise<Wrapped[]> =>
  Promise.all(
    Object.entries(kinds).map(async ([what, { purpose, count }]) => ({ what, purpose, keys: await count(of) })),
  )

/** Those that older keys than the newest of their purpose seal, without what is used for minutes only. */
export const stillWrapped = ({ keys }: Pick<Of, 'keys'>, wrapped: readonly Wrapped[]) =>
  wrapped.flatMap(({ what, purpose, keys: counts }) =>
    (kinds[what]?.isShortLived ? [] : counts)
      .filter(({ key }) => key !== keys.newestVersion(purpose))
      .map(({ key, count }) => ({ what, purpose, key, count })),
  )
