import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { withBound } from '#kernel/db/bound/open-bound.ts'
import { openDb } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { openHold, whyHeld } from '../../src/app/hold/open-hold.ts'
import { openRowCodes } from '../../src/app/open-databases.ts'
import { openKeys } from '../../src/app/open-keys.ts'
import { scratchFolder } from '../world/scratch.ts'

// It dies, recovers and is connected to again, on a machine that has other things to do.
const slow = { timeout: 60_000 }

test(
  'a server that dies and recovers what it acknowledged holds nothing, for who runs on and who starts',
  slow,
  async () => {
    const dataDir = await scratchFolder('florin-crash-')
    const server = await startEmbeddedDatabase({ dataDir, log: () => undefined })
    onTestFinished(() => server.stop())
    await migrate(server.url, { log: () => undefined })
    const given = {
      FLORIN_ENVIRONMENT: 'production',
      FLORIN_KEYS: generateKeys(),
      FLORIN_PUBLIC_URL: 'https://pay.example',
    }
    const read = readConfig({ ...given, FLORIN_MESSAGES: 'off', DATABASE_URL: server.url })
    const codes = openRowCodes({ log: silentLog, keys: openKeys(read) })
    const db = withBound(openDb(server.url, { role: 'florin_app' }), codes)
    onTestFinished(() => db.close())
    const config = { ...read, markFile: join(dataDir, 'keys.json.mark') }
    const ctx = { db, react: async () => [], clock: systemClock, log: silentLog, config }
    await describeInstallation({ ...ctx, now: systemClock.wall(), by: { actor: 'test', fromWhere: 'test' } }, config)
    const hold = await openHold(ctx, { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 })
    onTestFinished(hold.stop)
    await hold.mark()

    const [pid] = (await readFile(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => server.trouble(), slow).toContain('is being started again')
    await expect.poll(() => server.trouble(), slow).toBeUndefined()
    const marked = () => hold.mark().then(() => 'marked', String)
    await expect.poll(marked, slow).toBe('marked')
    expect(await hold.heldSince()).toBeUndefined()
    const next = await openHold(ctx, { markEveryMs: 2_000_000_000, lookEveryMs: 2_000_000_000 })
    onTestFinished(next.stop)
    expect(await next.heldSince()).toBeUndefined()
    expect(await whyHeld(db)).toBeUndefined()
  },
)
