import { Command } from 'commander'
import type { Permission } from '#kernel/http/route.ts'
import type { ClockContext, RunLimits } from '#kernel/work/run-clock.ts'
import { type ClockInput, type ClockReport, readClock, setClock } from '#kernel/work/set-clock.ts'
import { print, printProgress } from './printing.ts'
import { withApp } from './with-app.ts'

export function clockCommand(): Command {
  const clock = new Command('clock')
  const setsClock = (name: string, description: string, input: (...args: string[]) => ClockInput) =>
    clock
      .command(name)
      .description(description)
      .action((...args: string[]) => withClock('clock:change', (ctx) => fulfil(ctx, input(...args))))
  clock
    .command('show', { isDefault: true })
    .description('print the time, and when the next work falls due')
    .allowExcessArguments()
    .action((_options: unknown, { args }: Command) => {
      // The default command is also given what is no command.
      if (args.length > 0) throw new Error(`There is no command "clock ${args.join(' ')}": see florin clock --help`)
      return withClock('clock:read', async (ctx) => {
        const report = await readClock(ctx, undefined)
        print(factsOf(report), clockText(report))
      })
    })
  setsClock('advance <duration>', 'advance by an ISO 8601 duration, such as P1D, at once; then catch up', (by) => ({
    how: 'jump',
    to: readDuration(by!),
  }))
  setsClock('set <moment>', 'advance to a moment, such as 2031-01-31T10:00:00Z, at once; then catch up', (at) => ({
    how: 'jump',
    to: readMoment(at!),
  }))
  setsClock('run <to>', 'run all due work on the way, in order, for a duration or up to a moment', (to) => ({
    how: 'run',
    to: /^[+-]?P/i.test(to!) ? readDuration(to!) : readMoment(to!),
  }))
  setsClock('next', 'advance to the next due work and run it', () => ({ how: 'next' }))
  setsClock('pause', 'stop the clock', () => ({ how: 'pause' }))
  setsClock('resume', 'continue from the current time', () => ({ how: 'resume' }))
  setsClock('reset', "return to the machine's time", () => ({ how: 'reset' }))
  return clock
}

const withClock = (permission: Permission, work: (ctx: ClockContext) => Promise<void>): Promise<void> =>
  withApp(async (app) => {
    await app.by(permission)
    if (!app.testClock) throw new Error('Only a staging installation has a clock that can be changed.')
    await work({ ...app, testClock: app.testClock })
  })

/** A long way is gone in short calls, so that one sees how far it has come. */
const callLimits = (): RunLimits => ({ stopsMax: 1_000, enough: AbortSignal.timeout(2_000) })
/** Longer than a store may take to answer a notification. */
const callsBehindMax = 60

async function fulfil(ctx: ClockContext, input: ClockInput): Promise<void> {
  let next = input
  let total = 0
  for (let still = 0; ; ) {
    const report = await setClock(ctx, next, { owner: undefined, limits: callLimits() })
    total += report.done
    if (!report.more) {
      const fell = `${things(total)} fell due and ${total === 1 ? 'was' : 'were'} done.`
      const text = clockText(report)
      return print({ ...factsOf(report), done: total }, isJourney(input) ? `${fell}\n${text}` : text)
    }
    still = isBehind(report) ? still + 1 : 0
    if (still > callsBehindMax) throw new Error(stuck(report))
    printProgress(`The clock says ${report.now}; ${things(total)} so far.`)
    next = { how: 'run', to: report.goal! }
  }
}

const isJourney = ({ how }: ClockInput): boolean => how === 'jump' || how === 'run' || how === 'next'

const isBehind = ({ now, nextDueAt }: ClockReport): boolean =>
  nextDueAt !== undefined && Temporal.Instant.compare(nextDueAt, now) <= 0

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`)

const stuck = ({ now, nextDueAt }: ClockReport): string =>
  `The clock stopped at ${now}: work due at ${nextDueAt} keeps failing. See the log; "florin clock advance" skips it.`

const factsOf = ({ now, paused, nextDueAt }: ClockReport) => ({ now, paused, nextDueAt })

function clockText({ now, paused, nextDueAt }: ClockReport): string {
  const position = paused ? ' and is paused' : ''
  return `The clock says ${now}${position}. ${nextDueAt ? `The next thing is due at ${nextDueAt}.` : 'Nothing is due.'}`
}

function readDuration(text: string): Temporal.Duration {
  const duration = readAs(
    () => Temporal.Duration.from(text),
    `"${text}" is no duration; write it as P1D, P1M or PT12H.`,
  )
  if (duration.sign <= 0)
    throw new Error(`"${text}" is not above zero; only this sets the clock back: florin clock reset`)
  return duration
}

const readMoment = (text: string): Temporal.Instant =>
  readAs(() => Temporal.Instant.from(text), `"${text}" is no moment; write it as 2031-01-31T10:00:00Z.`)

function readAs<T>(read: () => T, advice: string): T {
  try {
    return read()
  } catch {
    throw new Error(advice)
  }
}
