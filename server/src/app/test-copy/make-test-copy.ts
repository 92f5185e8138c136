import { randomUUID } from 'node:crypto'
import { type Author, auditEntry, expectKeysToBelong, platformOwner } from '#core/directory'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { refuseSharedServers } from '#database/pooling.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { withBound } from '#kernel/db/bound/open-bound.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { connectionName, otherPrograms } from '#kernel/db/program-names.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { boundDb } from '../bind-rows.ts'
import type { Config } from '../config.ts'
import { describeInstallation } from '../environment/describe-installation.ts'
import { expectEnvironment } from '../environment/expect-environment.ts'
import { readInstallation, subject } from '../environment/row.ts'
import { nameOf } from '../installation.ts'
import { openRowCodes } from '../open-databases.ts'
import { openKeys } from '../open-keys.ts'
import { type CutOffRows, cutOffEverything } from './cut-off-everything.ts'

type Copying = { config: Config; log: Log; by: Author; confirmed: string | undefined }

/**
 * Makes staging of a copy of a production database, in one transaction: everything that reaches outside or lets somebody in
 * is cut off, and the installation says that it is staging. Nothing of Florin has to have run on the copy before, and no
 * connection to the outside is opened. Refuses without the name of the database, beside another program, and where the
 * database is staging already.
 */
export async function makeTestCopy({ config, log, by, confirmed }: Copying): Promise<CutOffRows> {
  if (config.databaseUrl) await refuseSharedServers(config.databaseUrl.reveal())
  const say = (message: string, facts?: object) => log.info(facts ?? {}, message)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  const url = config.databaseUrl?.reveal() ?? embedded!.url
  try {
    const name = nameOf(config)
    await expectEnvironment({ url, name, by: 'copy', config })
    const place = placeOf(config, url)
    if (confirmed !== place) throw new Error(unconfirmed(place))
    await migrate(url, { log: say })
    return await cutOff({ url, name, config, log, by })
  } finally {
    await embedded?.stop()
  }
}

/** The database as the person who confirms it names it. */
const placeOf = ({ databaseUrl, dataDir }: Config, url: string): string =>
  databaseUrl ? url.replace(/^\w+:\/\/(?:[^@/]*@)?/, '').replace(/\?.*$/, '') : dataDir

const unconfirmed = (place: string): string =>
  `Nothing was changed. This makes staging of the production database ${place}, and nothing undoes it: its connections, live keys, addresses and bank accounts are cut off. If that is the copy, repeat it with --database ${place}`

async function cutOff({
  url,
  name,
  config,
  log,
  by,
}: Omit<Copying, 'confirmed'> & { url: string; name: string }): Promise<CutOffRows> {
  const keys = openKeys(config)
  const ownUrl = namedUrl(url, `florin setup ${randomUUID().slice(0, 8)}`)
  const db = withBound(openDb(ownUrl, { role: 'florin_app', connectionsMax: 2 }), openRowCodes({ log, keys }))
  try {
    await expectKeysToBelong({ db, keys })
    const own = connectionName('florin_app', ownUrl)
    // A program that starts meanwhile waits for this row, and then reads that it is staging.
    const lock = 'lock table florin.installation in access exclusive mode'
    return await db.locked([], { name: 'make-test-copy', deadlineMs: limitMs }, async (tx) => {
      await tx.run(lock, [])
      const others = await otherPrograms(tx, own)
      if (others.length > 0) throw new Error(`Stop every program that uses the database first: ${others.join(', ')}.`)
      const now = systemClock.wall()
      const found = await readInstallation(tx)
      if (found?.isGenuine === false) throw new Error(`${name} says what it is in a row that was changed by hand.`)
      if (found?.row.environment === 'staging') throw new Error(`${name} is staging already.`)
      const ctx = { db: boundDb(tx), react: async () => [], now, by }
      const rows = await cutOffEverything(ctx)
      await describeInstallation(ctx, config, { replaced: found })
      const entry = { action: 'testCopyMade', owner: platformOwner, subject, after: { rows } }
      await commit(ctx, now, [auditEntry(now, by, entry)], 'make-test-copy')
      return rows
    })
  } finally {
    await db.close()
  }
}
/** Every program of Florin has the same name by default, so this one takes another. */
const namedUrl = (url: string, name: string): string => {
  const bare = url.replace(/([?&])application_name=[^&#]*&?/, '$1')
  return `${bare}${bare.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(name)}`
}

/** Notifications and sessions may be many; nobody waits for the database meanwhile. */
const limitMs = 30 * 60_000
