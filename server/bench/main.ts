import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { breakDown } from './breakdown.ts'
import { openBrowsers } from './browsers.ts'
import { type House, openHouse } from './house.ts'
import { describeMachine } from './machine.ts'
import { measurePage } from './page-weight.ts'
import type { Helper } from './processes.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Findings, type Pair, report } from './report.ts'
import { measureStarts } from './starts.ts'
import { type CardKind, cardsOfRegulars, welcomeRegulars } from './store.ts'
import {
  type Durations,
  measureLimit,
  measureServer,
  openLimit,
  openServer,
  serverEnv,
  type Tapes,
} from './throughput.ts'

/**
 * `npm run bench`: everything in one run on one machine, since only such figures can be compared.
 * `-- --quick` for a first look; `-- --profile=folder` leaves a CPU profile of the server under its heaviest load.
 */
const quick = process.argv.includes('--quick')
const profile = process.argv.find((arg) => arg.startsWith('--profile='))?.slice('--profile='.length)
const durations: Durations = quick ? { warmUpMs: 700, ms: 1500 } : { warmUpMs: 1500, ms: 6000 }
const crowds = profile ? [64] : [1, 16, 64]
const kinds: readonly CardKind[] = ['stored', 'new']

const receiver = await openReceiver()
const house = await openHouse(receiver.url)
try {
  const text = report(await measure(house, receiver))
  console.log(text)
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  if (!quick && !profile) await writeFile(new URL('latest.md', folder), text)
} finally {
  await house.close()
  await receiver.close()
}

async function measure(house: House, receiver: Receiver): Promise<Findings> {
  let acknowledged = 0
  const count = (orders: number) => {
    acknowledged += orders
  }
  const server = await openServer(house, profile ? { execArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {})
  const browsers = openBrowsers(server.url, 16)
  await welcomeRegulars({ ...house, browsers }, () => keptCards(house))
  await browsers.close()
  count(await paidOrders(house))
  say('where the time goes')
  const breakdown = await breakDown(house, kinds, { payments: quick ? 100 : 400, count })
  const tapes = { stored: breakdown.stored.tape, new: breakdown.new.tape }
  const limit = await openLimit(house)
  const pairs = await measurePairs(house, { server, limit, tapes, count })
  await limit.stop()
  say('the pay page')
  const page = await measurePage(house, server, { ...durations, ms: durations.ms / 2, crowds: [1, 64] })
  await server.helper.stop()
  const withWorker = await measureWithWorker(house, receiver, count)
  say('starts')
  const starts = await measureStarts().catch((error: Error) => ({ failed: error.message.split('\n')[0]! }))
  say('the books')
  const orders = { acknowledged, written: await paidOrders(house) }
  return {
    machine: await describeMachine(house),
    pairs,
    withWorker,
    breakdown,
    starts,
    page,
    orders,
    verified: await verify(house),
  }
}

type Parts = {
  server: Awaited<ReturnType<typeof openServer>>
  limit: Helper
  tapes: Tapes
  count: (orders: number) => void
}

/** Each crowd at the server and at the limit, one right after the other, so that both have met the same machine. */
async function measurePairs(house: House, { server, limit, tapes, count }: Parts): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const clients of crowds) {
    for (const kind of kinds) {
      say(`${clients} clients, ${kind} card`)
      const atServer = await measureServer(house, server, { clients, kind, count, ...durations })
      const before = await paidOrders(house)
      const atLimit = await measureLimit(house, limit, {
        tape: tapes[kind],
        cards: cardsOfRegulars(),
        clients,
        ...durations,
      })
      count((await paidOrders(house)) - before)
      pairs.push({ kind, clients, server: atServer, limit: atLimit })
    }
  }
  return pairs
}

async function measureWithWorker(
  house: House,
  receiver: Receiver,
  count: (orders: number) => void,
): Promise<Findings['withWorker']> {
  say('with the worker')
  // What was left to tell by the others is not this one's to do.
  await house.query(`update webhooks.notifications set status = 'parked', due_at = null where status = 'waiting'`)
  const server = await openServer(house, { roles: 'pages,worker' })
  const before = receiver.heard()
  const row = await measureServer(house, server, {
    clients: 64,
    kind: 'new',
    count,
    ...durations,
    warmUpMs: 2 * durations.warmUpMs,
  })
  const heard = receiver.heard() - before
  await server.helper.stop()
  return { ...row, clients: 64, heard }
}

async function keptCards({ query }: House): Promise<string[]> {
  const rows = await query(
    `select card.id from shoppers.cards card join shoppers.shoppers shopper on shopper.id = card.shopper_id
     where card.status = 'active' order by shopper.identifier`,
  )
  return rows.map(({ id }) => id!)
}

async function paidOrders({ query }: House): Promise<number> {
  const [row] = await query(`select count(*) as paid from orders.orders where status = 'complete-ok'`)
  return Number(row!.paid)
}

/** The house's own audit of what all this has left behind. */
async function verify(house: House): Promise<string> {
  const program = fileURLToPath(new URL('../src/cli/florin.ts', import.meta.url))
  const env = { ...process.env, ...serverEnv(house, 'pages'), FLORIN_LOG_LEVEL: 'error' }
  const { stdout, failed } = await promisify(execFile)(process.execPath, [program, 'verify'], { env }).then(
    ({ stdout }) => ({ stdout, failed: false }),
    (error: { stdout: string; message: string }) => ({ stdout: error.stdout || error.message, failed: true }),
  )
  const lines = stdout.trim().split('\n').slice(0, 40).join('\n')
  if (lines === '') return '**`florin verify` said nothing, so nothing is known of the books.**'
  return `${failed ? '**`florin verify` found differences:**' : '`florin verify` found none:'}\n\n\`\`\`\n${lines}\n\`\`\``
}

function say(what: string): void {
  process.stderr.write(`${what}\n`)
}
