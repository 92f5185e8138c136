import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dueByWork } from '#kernel/work/due-list.ts'
import { lateWork } from '../src/app/late-work.ts'
import { describe, slopesOf, type Window, windowOf } from './soak-figures.ts'
import { openSoakLoad, type SoakLoad } from './soak-load.ts'
import { openSoakProgram, type SoakProgram } from './soak-program.ts'
import { say, step } from './steps.ts'

/**
 * A drill of a long day: half an hour of payments with invoices, refunds, daily subscriptions and issued cards on a program
 * as it is started, whose receivers hang and refuse in turn, while its clock goes through the days. At first no worker
 * runs, so that tables and a backlog are there when one starts. What costs more and more, or is left undone, is broken.
 *
 *   npm run drill:soak                      half an hour; exits with 1 when anything is broken
 *   npm run drill:soak -- --minutes 4 --per-second 20 --invoices off
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    'per-second': { type: 'string', default: '20' },
    invoices: { type: 'string', default: 'on' },
  },
})
const minutes = Number(values.minutes)
const perSecond = Number(values['per-second'])
const withInvoices = values.invoices !== 'off'
if (!(minutes > 0 && perSecond > 0))
  throw new Error('--minutes and --per-second are numbers above 0, such as 4 and 20.')

/** Of the time, how much is spent without a worker, and in how many windows the rest is measured. */
const [fillShare, windowsMax] = [0.15, 12]
/** The windows in which the backlog is worked off. */
const windowsOfBacklog = 3
const clockEveryMs = 10_000

async function fill(program: SoakProgram, load: SoakLoad): Promise<void> {
  load.begin(undefined)
  await pause(minutes * fillShare * 60_000)
  await load.end()
  const due = await dueItems(program)
  step(`without a worker: ${load.taken().latencies.length} things were done, and ${due} items of work wait`)
}

const dueItems = async ({ app }: SoakProgram): Promise<number> =>
  (await dueByWork(app.db, app.jobs, app.clock.now())).reduce((sum, { count }) => sum + count, 0)

/** The clock goes on by a third of a day at a time, which bills the subscriptions. */
function runClock({ app }: SoakProgram, failures: string[]): { stop(): Promise<void> } {
  let isRunning = true
  const running = (async () => {
    for (let passed = 0; isRunning; passed += tickMs) {
      await pause(tickMs)
      if (passed % clockEveryMs > 0) continue
      const by = Temporal.Duration.from({ hours: 8 })
      await app.testClock!.move(app, { to: 'later', by }).catch((error: Error) => void failures.push(error.message))
    }
  })()
  return {
    stop: () => {
      isRunning = false
      return running
    },
  }
}
const tickMs = 500

async function measure(program: SoakProgram, load: SoakLoad, failures: string[]): Promise<Window[]> {
  const windowMs = (minutes * (1 - fillShare) * 60_000) / windowsMax
  const windows: Window[] = []
  load.begin(perSecond)
  let before = await program.usage()
  for (let nth = 1; nth <= windowsMax; nth++) {
    const began = performance.now()
    const heaps: number[] = []
    for (let looks = 0; looks < looksEach; looks++) {
      await pause(windowMs / looksEach)
      heaps.push((await program.usage()).heapBytes)
    }
    const after = await program.usage()
    const { latencies, failures: failed } = load.taken()
    failures.push(...failed)
    const window = windowOf({ before, after, seconds: (performance.now() - began) / 1_000, latencies, heaps })
    step(`${nth}/${windowsMax}  ${describe(window)}`)
    windows.push(window)
    before = after
  }
  await load.end()
  return windows
}
const looksEach = 5

/** Everything falls due within two days; what is still there after that is left undone. */
async function comeToRest(program: SoakProgram): Promise<string[]> {
  const { app } = program
  for (const hours of [24, 24]) {
    await app.testClock!.move(app, { to: 'later', by: Temporal.Duration.from({ hours }) })
    for (let looks = 0; (await dueItems(program)) > 0 && looks < restLooksMax; looks++) await pause(500)
  }
  // The next seal is made within seconds.
  for (let looks = 0; (await program.usage()).sealsBehindSeconds > 0 && looks < 60; looks++) await pause(1_000)
  const due = (await dueByWork(app.db, app.jobs, app.clock.now())).filter(({ count }) => count > 0)
  const { sealsBehindSeconds } = await program.usage()
  return [
    ...due.map(({ work, count }) => `${work}: ${count} items are left undone`),
    ...(await lateWork(app)).map(({ work, seconds }) => `${work} is ${Math.round(seconds)} s behind`),
    ...(sealsBehindSeconds > 0 ? [`seals are ${Math.round(sealsBehindSeconds)} s behind`] : []),
  ]
}
const restLooksMax = 240

async function drill(sweeping: AsyncDisposableStack): Promise<boolean> {
  const program = await openSoakProgram(sweeping)
  await program.start('api,pages')
  const load = await openSoakLoad(program, sweeping, { withInvoices })
  step(
    `two stores with${withInvoices ? '' : 'out'} invoices, daily subscriptions and issued cards are open; no worker runs`,
  )
  await fill(program, load)
  await program.stop()
  await program.start('api,pages,worker')
  step(`the program was started again with a worker; ${perSecond} things a second for ${minutes} minutes`)
  const failures: string[] = []
  const clock = runClock(program, failures)
  const windows = await measure(program, load, failures)
  await clock.stop()
  load.restoreReceivers()
  const left = await comeToRest(program)
  step('clients have stopped, receivers are well, and two days have passed')
  const slopes = slopesOf(windows.slice(windowsOfBacklog))
  for (const { text } of slopes) say(text)
  const { code, printed } = await program.verify()
  step(`florin verify: ${printed.split('\n').at(-1)}`)
  const broken = [
    ...slopes.filter(({ isBroken }) => isBroken).map(({ text }) => `it rises: ${text}`),
    ...left,
    ...[...new Set(failures)].slice(0, 10).map((text) => `a client received: ${text}`),
    ...(code === 0 ? [] : [`verify:\n${printed}`]),
  ]
  for (const line of broken) say(`BROKEN: ${line}`)
  say(
    broken.length === 0 ? 'Nothing rises, and nothing is left undone.' : 'Something rises, failed, or is left undone.',
  )
  return broken.length === 0
}

await using sweeping = new AsyncDisposableStack()
// Who stops it leaves no program and no database behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sweeping.disposeAsync().finally(() => process.exit(130)))
const isWell = await drill(sweeping).finally(() => sweeping.disposeAsync())
process.exit(isWell ? 0 : 1)
