import { openIssuerVault } from '#core/issuervault'
import { openVault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { type Bound, openBound, withBound } from '#kernel/db/bound/open-bound.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { refusedRows } from '#kernel/db/db-metrics.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { boundTables } from './bound-tables.ts'
import type { AppParts } from './compose.ts'
import { openReadReplica } from './read-replica.ts'

/** A pool of connections for each role: what the one reaches the others do not. */
export function openDatabases(
  { config, log, databaseUrl, openDb: open = openDb, readReplica: given }: AppParts,
  { observer, metrics, keys }: { observer: DbObserver; metrics: Metrics; keys: KeyRing },
) {
  const connectionsMax = config.databaseConnections
  const few = vaultConnections(connectionsMax)
  const bound = openRowCodes({ log, metrics, keys })
  const db = withBound(open(databaseUrl, { role: 'florin_app', connectionsMax, observer }), bound)
  const vaultDb = open(databaseUrl, { role: 'florin_vault', connectionsMax: few, observer })
  const issuerDb = open(databaseUrl, { role: 'florin_issuer', connectionsMax: few, observer })
  const readReplica = given?.(db) ?? openReadReplica({ config, log, primary: db, metrics })
  const all = [db, vaultDb, issuerDb, ...(readReplica ? [readReplica] : [])]
  return { db, vaultDb, issuerDb, readReplica, closeDatabases: () => Promise.all(all.map((one) => one.close())) }
}

/** The codes of rows that grant something. Every role reads them; the vaults seal what they hold themselves. */
export const openRowCodes = ({ log, metrics, keys }: CodesParts): Bound =>
  openBound({
    tables: boundTables,
    codes: {
      make: (text, chance) => keys.mac('directory', text, chance),
      fits: (code, text) => keys.fitsMac('directory', code, text),
      newest: () => keys.newestVersion('directory'),
    },
    refused: (table, key) => {
      metrics?.count(refusedRows, { table })
      log.warn({ table, key }, 'a row that the program did not make was read, and counts for nothing')
    },
  })

type CodesParts = Pick<AppParts, 'log'> & { metrics?: Metrics; keys: KeyRing }

const vaultConnections = (connectionsMax: number): number => Math.max(2, Math.ceil(connectionsMax / 4))

/** The numbers of cards, each kind behind the role that alone reaches it. */
export const openVaults = ({
  vaultDb,
  issuerDb,
  ...parts
}: {
  vaultDb: Db
  issuerDb: Db
  keys: KeyRing
  clock: Clock
}) => ({
  vault: openVault({ db: vaultDb, ...parts }),
  issuerVault: openIssuerVault({ db: issuerDb, ...parts }),
})
