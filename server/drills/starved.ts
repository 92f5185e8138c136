import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#database/server-process.ts'
import { openClients } from '../tests/simulation/clients.ts'
import {
  ended,
  type KillableProgram,
  killableProgram,
  main,
  untilItServes,
  withContext,
} from '../tests/simulation/killable-program.ts'
import { randomOf } from '../tests/simulation/random.ts'
import { starve, stopFor, withDescendants } from './starve.ts'
import { type Clients, openClientsOf } from './starved-clients.ts'
import { findings } from './starved-findings.ts'
import { loadWith } from './starved-load.ts'
import { openPlace, type Place } from './starved-place.ts'
import { say, step } from './steps.ts'

/**
 * A drill of a machine that is far too slow: the program as it comes, with its database, and a second one that works beside
 * it. Half of the time the programs have a tenth of their speed, in pieces of 20 ms, and the other half PostgreSQL has.
 * Both halves are used beyond their limits meanwhile. Nothing may be overspent, lost or doubled.
 *
 *   npm run drill:starved                     ten minutes; exits with 1 when anything is wrong
 *   npm run drill:starved -- --seconds 60     as long as you like
 */
const given = process.argv.indexOf('--seconds')
const seconds = given > 0 ? Number(process.argv[given + 1]) : 600

/** A card is used again after a while; a customer tops up once. */
const many = { cards: 6, holders: Math.max(6, Math.ceil(seconds / 5)) }

async function drill(program: KillableProgram, sweeping: AsyncDisposableStack): Promise<boolean> {
  await program.start()
  const second = await startSecond(program)
  sweeping.defer(() => ended(second, 'SIGKILL'))
  const clients = openClientsOf(program.url)
  const place = await withContext(program, ({ app }) => openPlace(app, clients, many))
  for (const { receiver } of [place.shop, place.payouts]) sweeping.defer(() => receiver.close())
  step(`the program and a second worker serve; ${many.cards} cards and ${many.holders} customers are there`)
  const { id: siteId } = place.shop.site
  const shoppers = openClients(
    { url: program.url, siteId, privateKey: place.shop.privateKeys[0]! },
    { random: randomOf(1), amounts: ['4.10', '9.90'], numbered: true, acknowledged: () => clients.did('payments') },
  )
  shoppers.join(1)
  const reported = loadWith(clients, place)
  await slowDown(program, second, clients)
  await Promise.all([clients.stop(), shoppers.stop()])
  step('clients have stopped, each with its last answer')
  const broken = [
    ...clients.seen.broken,
    ...shoppers.failures.map((words) => `a client received an inconsistent response: ${words.slice(0, 200)}`),
    ...(await withContext(program, (beside) => findings(beside, place, reported))),
    ...lostPayments(shoppers, await paidOrders(program, place)),
  ]
  const { code, printed } = await program.command('verify')
  const all = code === 0 ? broken : [...broken, `verify: ${printed}`]
  for (const line of all.slice(0, 40)) say(`BROKEN: ${line}`)
  say(all.length === 0 ? 'Nothing was overspent, lost or doubled.' : `${all.length} things are wrong.`)
  return all.length === 0
}

/** Shares its work, and takes over what the first one has begun and does not end in time. */
async function startSecond({ environment }: KillableProgram): Promise<ChildProcess> {
  const port = String(await freePort(undefined))
  const env = { PATH: process.env.PATH ?? '', ...environment, FLORIN_PORT: port, FLORIN_ROLES: 'worker' }
  const second = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await untilItServes(second)
  return second
}

async function slowDown(program: KillableProgram, second: ChildProcess, clients: Clients): Promise<void> {
  const half = (seconds * 1_000) / 2
  const { program: first, database } = await program.pids()
  await pause(warmUpMs)
  step(`at full speed for ${warmUpMs / 1_000} s: ${figures(clients)}`)
  const programs = starve(() => [first, second.pid!])
  await pause(half / 3)
  await programs.end()
  step(`the programs had a tenth of their speed for ${Math.round(half / 3_000)} s: ${figures(clients)}`)
  // Longer than a lease of what is being done, so that the other one takes it over while this one does not know.
  const slower = starve(() => [first])
  await stopFor(second.pid!, half / 3)
  await slower.end()
  step(`the second one stood still for ${Math.round(half / 3_000)} s: ${figures(clients)}`)
  const again = starve(() => [first, second.pid!])
  await pause(half / 3)
  await again.end()
  step(`the programs were slow again: ${figures(clients)}`)
  const postgres = starve(() => withDescendants(database))
  await pause(half)
  await postgres.end()
  step(`PostgreSQL had a tenth of its speed for ${Math.round(half / 1_000)} s: ${figures(clients)}`)
}

/** A program that has compiled nothing yet would do nothing else. */
const warmUpMs = 10_000

const figures = ({ seen: { done, repeated } }: Clients): string =>
  [...[...done].map(([what, count]) => `${count} ${what}`), `${repeated} requests sent again`].join(', ')

const paidOrders = (program: KillableProgram, { shop }: Place): Promise<ReadonlySet<string>> =>
  withContext(program, async ({ app }) => {
    const rows = await app.db.run(
      `select distinct external_id as "orderId" from orders.orders join payments.payments on payments.order_id = orders.id
       where payments.status in ('captured', 'voided', 'refunded') and payments.site_id = $1`,
      [shop.site.id],
    )
    return new Set(rows.map(({ orderId }) => String(orderId)))
  })

function lostPayments({ ordered, placed }: ReturnType<typeof openClients>, paid: ReadonlySet<string>): string[] {
  const received = [
    ...ordered.filter(({ acknowledged }) => acknowledged).map(({ orderId }) => orderId),
    ...placed.filter(({ transactionId }) => transactionId !== undefined).map(({ key }) => key),
  ]
  return received
    .filter((orderId) => !paid.has(orderId))
    .map((orderId) => `the acknowledged payment ${orderId} is lost`)
}

const program = await killableProgram({ FLORIN_SPENDING_VELOCITY: 'off', FLORIN_RATE_LIMITS: 'off' })
const sweeping = new AsyncDisposableStack()
sweeping.defer(() => program.sweep())
const isKept = await drill(program, sweeping).finally(() => sweeping.disposeAsync())
process.exit(isKept ? 0 : 1)
