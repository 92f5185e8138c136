import { Command } from 'commander'
import { type DueTable, drainDueWork, nextDueAt } from '#kernel/due-work.ts'
import { type ClockMove, moveClock } from '#kernel/staging-clock.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** The tables whose rows fall due, for a clock that is run to the next of them. */
const dueTables: readonly DueTable[] = [
  'payments.payments',
  'payments.cut_offs',
  'orders.orders',
  'checkout.sessions',
  'webhooks.notifications',
]

export function clockCommand(): Command {
  const clock = new Command('clock').description('the logical clock of a staging installation; every process obeys it')
  const moving = (name: string, description: string, move: (...args: string[]) => ClockMove) =>
    clock
      .command(name)
      .description(description)
      .action((...args: string[]) => withStaging((app) => moveAndTell(app, move(...args))))
  clock
    .command('show', { isDefault: true })
    .description('what time it is, and when the next thing falls due')
    .action(() =>
      withStaging(async (app) => {
        const next = await nextDueAt(app.db, dueTables)
        console.log(
          `The clock says ${app.clock.now()}. ${next ? `The next thing is due at ${next}.` : 'Nothing is due.'}`,
        )
      }),
    )
  moving('advance <duration>', 'go on by an ISO 8601 duration, such as P1D', (by) => ({
    to: 'later',
    by: Temporal.Duration.from(by!),
  }))
  moving('set <moment>', 'go on to a moment, such as 2031-01-31T10:00:00Z', (at) => ({
    to: 'moment',
    at: Temporal.Instant.from(at!),
  }))
  moving('pause', 'stand still', () => ({ to: 'pause' }))
  moving('resume', 'go on from where it stands', () => ({ to: 'resume' }))
  moving('reset', "go back to the machine's time", () => ({ to: 'the machine' }))
  clock
    .command('next')
    .description('go on to the next thing that is due, and do it')
    .action(() =>
      withStaging(async (app) => {
        const next = await nextDueAt(app.db, dueTables)
        if (!next) return console.log('Nothing is due.')
        if (Temporal.Instant.compare(next, app.clock.now()) > 0) await moveAndTell(app, { to: 'moment', at: next })
        console.log(`${await drainDueWork(app.jobs, app.log)} things were done.`)
      }),
    )
  return clock
}

const withStaging = (work: (app: CommandApp) => Promise<void>): Promise<void> =>
  withApp(async (app) => {
    if (app.config.environment !== 'staging') throw new Error('Only a staging installation has a clock that moves.')
    await work(app)
  })

async function moveAndTell({ db }: CommandApp, move: ClockMove): Promise<void> {
  console.log(`The clock says ${await moveClock(db, move)}.`)
}
