import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from '#database/cluster.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#database/embedded.ts'
import { waitForLock } from '#database/file-lock.ts'
import { watchServer } from '#database/watch-server.ts'
import { killableProgram } from '../simulation/killable-program.ts'
import { longTest } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'

const quick = { lookEveryMs: 20, retryMs: 5, retryMaxMs: 40, recoveredAfterMs: 60_000 }

// In small: what was committed before the death is there after it, at the same address, for every program that shares it
longTest('a database that dies under the program is started again; /health and /ready say so meanwhile', async () => {
  const program = await killableProgram()
  onTestFinished(() => program.sweep())
  await program.start()
  const reply = async (path: string) => {
    const response = await fetch(`${program.url}${path}`)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  expect([await reply('/health'), await reply('/ready')]).toEqual([
    [200, 'alive'],
    [200, 'ready'],
  ])

  // Nobody may start a server while another program does: so it is down for as long as we look.
  const { turnLock } = await openCluster(program.environment.FLORIN_DATA!)
  const turn = await waitForLock(turnLock, 30_000)
  await program.kill('database')

  const restarting = [503, 'the embedded database has ended and is being started again']
  await expect.poll(() => reply('/health')).toEqual(restarting)
  expect(await reply('/ready')).toEqual(restarting)
  turn!.release()
  await expect.poll(() => reply('/health')).toEqual([200, 'alive'])
  await expect.poll(() => reply('/ready')).toEqual([200, 'ready'])
  // It takes orders again, so the connections of the pool were replaced.
  expect((await fetch(`${program.url}/sandbox`)).status).toBe(200)
})

test('what was committed before the death is there after it, at the same address, for every program that shares it', async () => {
  const dataDir = await emptyFolder()
  const [first, second] = [await start(dataDir), await start(dataDir)]
  await ask(first.url, `create table loaves (name text); insert into loaves values ('kept')`)

  process.kill(await serverPid(dataDir), 'SIGKILL')

  await expect.poll(() => first.trouble()).toContain('is being started again')
  await expect.poll(() => ask(second.url, 'select name from loaves').catch(() => [])).toEqual([{ name: 'kept' }])
  await expect.poll(() => [first.trouble(), second.trouble()]).toEqual([undefined, undefined])
})

test('data that is gone is not replaced by an empty database', async () => {
  const dataDir = await emptyFolder()
  const database = await start(dataDir)
  const pid = await serverPid(dataDir)
  await rename(join(dataDir, 'postgresql'), join(dataDir, 'elsewhere'))

  process.kill(pid, 'SIGKILL')

  await expect.poll(() => database.trouble()).toContain('does not start')
  await rename(join(dataDir, 'elsewhere'), join(dataDir, 'postgresql'))
  await expect.poll(() => ask(database.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
})

test('a server that dies again and again is started after ever longer waits; one that has recovered, at once', async () => {
  const starts: number[] = []
  let lives = false
  const enough = Promise.withResolvers<void>()
  const watch = watchServer({
    isUp: async () => lives,
    restart: async () => {
      starts.push(performance.now())
      if (starts.length < 6) throw new Error('not yet')
      lives = true
      enough.resolve()
    },
    log: () => {},
    waits: { lookEveryMs: 1, retryMs: 20, retryMaxMs: 80, recoveredAfterMs: 60_000 },
  })
  await enough.promise
  await expect.poll(() => watch.trouble()).toBeUndefined()
  await watch.stop()
  const gaps = starts.slice(1).map((at, index) => at - starts[index]!)
  for (const [index, least] of [20, 40, 80, 80, 80].entries()) expect(gaps[index]).toBeGreaterThan(least - 2)
})

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const settings = { shared_buffers: '16MB', fsync: 'off' }
  const database = await startEmbeddedDatabase({ dataDir, log: () => {}, settings, waits: quick })
  onTestFinished(() => database.stop())
  return database
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8')).split('\n')[0])

async function emptyFolder(): Promise<string> {
  const folder = await scratchFolder('florin-watched-')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return join(folder, 'data')
}
