import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Argument, Command, Option } from 'commander'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { commandLine } from '../../src/cli/command-line.ts'
import { failureOf } from '../../src/cli/failure.ts'
import { runCommand } from '../recordings/command-line.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate, emptyDatabase } from '../world/database.ts'
import { sampled } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'
import { query } from '../world/shop.ts'

/** Only `start` and `migrate` make a database or change its schema: a command that reads one harms none. */

freshDatabases({ atMost: 3, because: 'they are empty, behind and ahead of this program' })

/** They need no database: what they do is about files, or for the program itself. `start` and `migrate` make one. */
const withoutDatabase = [
  'florin start',
  'florin migrate',
  'florin doctor',
  'florin docs',
  'florin completion',
  'florin keys generate',
  'florin keys add',
  'florin keys complete',
  'florin connector kinds',
  'florin webhooks grade',
  'florin webhooks listen',
  'florin network status',
  'florin network ping',
  // It reads its file before it opens anything, and this one is no clearing file.
  'florin network clear',
]

const uuid = '01981a2b-0000-7000-8000-000000000001'
/** Values that can be read as what their name says, for arguments and options that must be given: of all commands, or of a group. */
const readable: Readonly<Record<string, string>> = {
  accountId: uuid,
  amount: '10.00',
  'account holder': 'cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB',
  'account to': '2026-05-31',
  basisPoints: '100',
  before: '2026-03',
  'card-dispute disputeId': uuid,
  'cards cardId': uuid,
  currency: 'EUR',
  day: '2026-05-04',
  depositId: uuid,
  duration: 'P1D',
  email: 'ana@florin.example',
  eventId: 'evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB',
  from: '2026-05-01',
  'merchant to': '2026-05-31',
  moment: '2026-05-04T10:00:00Z',
  month: '2026-04',
  prefix: '53999910',
  productId: uuid,
  rate: '1.1',
  runId: uuid,
  role: 'owner',
  topupId: 'topup_01K4Z3W7V9Q8M2N5R6T1X0Y4AB',
}

/** Of a command that needs one of several options. */
const oneOf: Readonly<Record<string, readonly string[]>> = { 'florin setup': ['--environment', 'staging'] }

type Leaf = { name: string; words: readonly string[] }

async function leavesOf(
  command: Command,
  above: readonly string[],
  givenFor: (name: string) => string | undefined,
): Promise<Leaf[]> {
  const path = [...above, command.name()]
  if (command.commands.length > 0) {
    const below = command.commands.map((one) => leavesOf(one as Command, path, givenFor))
    return (await Promise.all(below)).flat()
  }
  const valued = (one: Argument | Option, name: string) =>
    one.argChoices?.[0] ?? givenFor(`${path[1]} ${name}`) ?? givenFor(name) ?? '1001'
  const given = command.registeredArguments.filter(({ required }) => required).map((one) => valued(one, one.name()))
  const options = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((one) => [one.long!, valued(one, one.attributeName())])
  const sure = command.options.some(({ long }) => long === '--yes') ? ['--yes'] : []
  const name = path.join(' ')
  return [{ name, words: [...path.slice(1), ...given, ...options, ...(oneOf[name] ?? []), ...sure] }]
}

/** Every command that works on an installation, with something for whatever it must be given. */
async function commandsOfInstallations(): Promise<{ leaves: Leaf[]; data: string }> {
  const folder = await scratchFolder('florin-commands-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'given.csv')
  await writeFile(file, 'a;b\n')
  const leaves = await leavesOf(await commandLine(), [], (name) => (name === 'file' ? file : readable[name]))
  const data = join(folder, 'data')
  return { leaves: leaves.filter(({ name }) => !withoutDatabase.includes(name)), data }
}

async function run(words: readonly string[], environment: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries({ FLORIN_KEYS: generateKeys(), ...environment })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { error } = await runCommand(words)
  const failure = error && failureOf(error)
  return `${failure?.exitCode ?? 0}: ${failure?.text ?? ''}`
}

const tables = `select count(*)::int as count from pg_class join pg_namespace n on n.oid = relnamespace
  where nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`

test('no command makes anything in an empty database, and each says how one is made', async () => {
  const { leaves, data } = await commandsOfInstallations()
  const url = await emptyDatabase()
  const results: [name: string, result: string][] = []
  for (const { name, words } of sampled(leaves, 20))
    results.push([name, await run(words, { DATABASE_URL: url, FLORIN_DATA: data })])
  expect(await query(url, tables)).toEqual([{ count: 0 }])
  const refusal = /^1: The database that DATABASE_URL names has no tables of Florin\. .*florin migrate/
  expect(results.filter(([, result]) => !refusal.test(result))).toEqual([])
})

test('no command makes a database in an empty folder', async () => {
  const { leaves, data } = await commandsOfInstallations()
  const results: [name: string, result: string][] = []
  for (const { name, words } of leaves) results.push([name, await run(words, { FLORIN_DATA: data })])
  expect(await readdir(join(data, '..'))).toEqual(['given.csv'])
  const refusal = /^1: There is no database in .*\. .*florin migrate/
  expect(results.filter(([, result]) => !refusal.test(result))).toEqual([])
  expect(results.length).toBeGreaterThan(150)
})

test('a command refuses a database that is behind its program or ahead of it, and changes neither', async () => {
  const url = await copyOfTemplate()
  const list = () => run(['staff', 'list'], { DATABASE_URL: url })
  const applied = async () => (await query(url, 'select count(*)::int as count from florin.migrations'))[0]!.count
  const whole = await applied()
  expect(await list()).toBe('0: ')

  await query(url, 'delete from florin.migrations where number = (select max(number) from florin.migrations)')
  expect(await list()).toMatch(
    /^1: This program has 1 migration more than the database: \d{4}-.*\.sql\. Run florin migrate with it, or use the program of the version that runs\.$/,
  )
  expect(await applied()).toBe(Number(whole) - 1)

  await query(url, "insert into florin.migrations values (9999, '9999-of-tomorrow.sql', 'x')")
  expect(await list()).toMatch(/^1: The database is newer than this program: it has 9999-of-tomorrow\.sql/)
})
