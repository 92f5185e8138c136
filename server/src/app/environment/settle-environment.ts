import { type Author, expectKeysToBelong } from '#core/directory'
import { systemClock } from '#kernel/base/clock.ts'
import { withBound } from '#kernel/db/bound/open-bound.ts'
import { openDb } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from '../config.ts'
import { openRowCodes } from '../open-databases.ts'
import { openKeys } from '../open-keys.ts'
import { describeInstallation } from './describe-installation.ts'
import { type OpenedBy, refuseOther } from './expect-environment.ts'
import { rememberStart } from './remember-start.ts'
import { readInstallation } from './row.ts'

type Parts = { url: string; name: string; by: OpenedBy; config: Config; log: Log }

/**
 * Makes the row that says what the installation is, where `expectEnvironment` has found none, and refuses one that the
 * program did not make. A start also writes down with which version and settings it begins.
 */
export async function settleEnvironment({ url, name, by: openedBy, config, log }: Parts): Promise<void> {
  const keys = openKeys(config)
  const bound = openRowCodes({ log, keys })
  const db = withBound(openDb(url, { role: 'florin_app', connectionsMax: 2 }), bound)
  try {
    await expectKeysToBelong({ db, keys })
    const ctx = { db, react: async () => [], now: systemClock.wall(), by: authorOf(openedBy) }
    let found = await readInstallation(db)
    const isDescribed = found?.isGenuine && found.row.environment === config.environment
    if (!found || (openedBy === 'setup' && !isDescribed)) {
      await describeInstallation(ctx, config, { replaced: openedBy === 'setup' ? found : undefined })
      found = (await readInstallation(db))!
    }
    if (!found.isGenuine) {
      const { keyOfCode } = found
      // Such a row gets another code as soon as the application is opened, like the others of the key.
      if (config.lostKeys.some(({ purpose, key }) => purpose === 'directory' && key === keyOfCode)) return
      throw new Error(`${name} ${changedByHand}`)
    }
    refuseOther({ says: found.row.environment, name, config })
    if (openedBy === 'start') await rememberStart(ctx, found.row, config)
  } finally {
    await db.close()
  }
}

const changedByHand =
  'says what it is in a row that Florin did not make, or that was changed by hand (florin.installation). ' +
  'Find out who did that, and say it by name: florin setup --environment staging, or florin setup --environment production.'

const authorOf = (openedBy: OpenedBy): Author => ({ actor: 'operator', fromWhere: `florin ${openedBy}` })
