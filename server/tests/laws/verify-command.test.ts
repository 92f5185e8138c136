import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { failureOf } from '../../src/cli/failure.ts'
import { keepConnections, runCommand } from '../recordings/command-line.ts'
import { emptyDatabase } from '../world/database.ts'
import { longTest } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop } from '../world/shop.ts'
import { warmDatabase } from '../world/warm-database.ts'

const florin = join(import.meta.dirname, '../../src/cli/florin.ts')

type Environment = Record<string, string>
type Ran = { code: number; says: string; data: string }

/** Runs a command in a process of its own, as an operator does, which takes a second of work. */
async function runsAlone(environment: Environment, ...words: readonly string[]): Promise<Ran> {
  const data = await emptyFolder()
  const env = { PATH: process.env.PATH, FLORIN_DATA: data, FLORIN_KEYS: keys, ...environment }
  const ran = promisify(execFile)(process.execPath, [florin, ...words], { env })
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code, says: `${stdout}${stderr}`, data }
}

/** Runs a command in this process: what it says, and the code with which `florin.ts` would end. */
async function runs(environment: Environment, ...words: readonly string[]): Promise<Ran> {
  const data = await emptyFolder()
  for (const [name, value] of Object.entries({ FLORIN_DATA: data, FLORIN_KEYS: keys, ...environment }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { printed, error } = await runCommand(words)
  const failure = error && failureOf(error)
  const says = [printed, failure?.text].filter((text) => text).map((text) => `${text}\n`)
  return { code: failure?.exitCode ?? 0, says: says.join(''), data }
}

async function emptyFolder(): Promise<string> {
  const folder = await scratchFolder('florin-verify-')
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
const keys = generateKeys()

test('verify makes no database where there is none: it says so and ends with 1', async () => {
  const { code, says, data } = await runs({}, 'verify')
  expect([code, says]).toEqual([
    1,
    `There is no database in ${data}. Name the data folder with FLORIN_DATA, or a server with DATABASE_URL; florin start and florin migrate make one.\n`,
  ])
  expect(existsSync(join(data, 'postgresql'))).toBe(false)
})

test('verify does not take a database for Florin’s in which nothing was ever recorded', async () => {
  expect(await runs({ DATABASE_URL: await emptyDatabase() }, 'verify')).toMatchObject({
    code: 1,
    says: 'The database that DATABASE_URL names has no tables of Florin. Make them with florin migrate, or name another.\n',
  })
})

test('verify reassures nobody about a database in which nothing has happened', async () => {
  expect(await runs({ DATABASE_URL: await warmDatabase() }, 'verify')).toMatchObject({
    code: 0,
    says: expect.stringMatching(/^There is nothing to verify yet: no sale was ever recorded\.\n$/),
  })
})

// In small: who makes the whole chain anew over altered rows, or takes its end away, is found by the hash kept elsewhere
longTest('an operator prints the newest hash, keeps it, and asks later whether the chain still has it', async () => {
  const shop = await openShop({}, { environment: { FLORIN_KEYS: keys } })
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await sealAll(shop.world.app)
  keepConnections(shop.world)
  const installation = { DATABASE_URL: shop.world.databaseUrl }
  const run = (...options: string[]) => runs(installation, 'verify', ...options)
  const head = await run('--head')
  expect(head.says).toMatch(/^seal 1 of 2026-05-04T10:00:00Z: [0-9a-f]{64}\n$/)
  const hash = /[0-9a-f]{64}/.exec(head.says)![0]
  expect(await run('--expect', hash)).toMatchObject({ code: 0, says: expect.stringContaining(`Newest seal: 1 of`) })
  const other = await runsAlone(installation, 'verify', '--expect', '0123456789abcdef', '--since', '2026-05-05')
  expect(other).toMatchObject({ code: 1, says: expect.stringContaining('the seal whose hash was kept elsewhere') })
  const wrong = { code: 1, says: expect.stringContaining('name a seal by its number, or a date such as') }
  expect(await run('--since', 'yesterday')).toMatchObject(wrong)
})

test('an operator says which rows of a journal were moved away, and those only are not missed', async () => {
  const shop = await openShop({}, { environment: { FLORIN_KEYS: keys } })
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  keepConnections(shop.world)
  const run = (...words: string[]) => runs({ DATABASE_URL: shop.world.databaseUrl }, 'seal', ...words)
  expect((await run('now')).says).toMatch(/^\d+ rows were sealed\.\nseal 1 of \S+: [0-9a-f]{64}\n$/)
  expect(await run('detach', 'outbox.events', '1', '2')).toMatchObject({
    code: 0,
    says: expect.stringMatching(/^Rows 1 to 2 of outbox\.events are not missed from now on\..*\nseal 2 of /),
  })
  const wrong = [
    [['outbox.event', '1', '2'], 'outbox.event is none of the tables whose months can be moved: '],
    [['outbox.events', '2', '1'], 'The rows go from the first number to the last, not from 2 to 1.'],
    [['outbox.events', '1', '99999'], '; 99999 is beyond it.'],
    [['outbox.events', 'a', '2'], '"a" is not the number of a row, such as 4711.'],
  ] as const
  for (const [words, says] of wrong)
    expect(await run('detach', ...words)).toMatchObject({ code: 1, says: expect.stringContaining(says) })
})
