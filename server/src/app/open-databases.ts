import { openIssuerVault } from '#core/issuervault'
import { openVault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { AppParts } from './compose.ts'
import { openReadReplica } from './read-replica.ts'

/** A pool of connections for each role: what the one reaches the others do not. */
export function openDatabases(
  { config, log, databaseUrl, openDb: open = openDb, readReplica: given }: AppParts,
  { observer, metrics }: { observer: DbObserver; metrics: Metrics },
) {
  const connectionsMax = config.databaseConnections
  const few = vaultConnections(connectionsMax)
  const db = open(databaseUrl, { role: 'florin_app', connectionsMax, observer })
  const vaultDb = open(databaseUrl, { role: 'florin_vault', connectionsMax: few, observer })
  const issuerDb = open(databaseUrl, { role: 'florin_issuer', connectionsMax: few, observer })
  const readReplica = given?.(db) ?? openReadReplica({ config, log, primary: db, metrics })
  const all = [db, vaultDb, issuerDb, ...(readReplica ? [readReplica] : [])]
  return { db, vaultDb, issuerDb, readReplica, closeDatabases: () => Promise.all(all.map((one) => one.close())) }
}

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
