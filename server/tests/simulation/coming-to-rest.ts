import type pg from 'pg'
import { nextDueAt, runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import type { App } from '../../src/app/compose.ts'

/** Time goes on until nothing is due: the program's own workers do the work, and ours beside them. */
export async function comeToRest(app: App, sql: pg.Client): Promise<void> {
  for (let rounds = 0; ; rounds++) {
    await endLeases(sql)
    await runDueWorkUntilIdle(app.jobs, app.log, app)
    const next = await nextDueAt(app.db, ['payments.payments', 'checkout.sessions', 'notifications.notifications'])
    if (!next) break
    if (rounds === roundsMax) throw new Error(`after ${roundsMax} rounds something is still due, at ${next}`)
    // Many payments that died within the same minute are looked at together.
    const wait = next.since(app.clock.now())
    await goOn(app, Temporal.Duration.compare(wait, minute) < 0 ? minute : wait)
  }
  await goOn(app, Temporal.Duration.from({ hours: 72 }))
  for (let rounds = 0; rounds < 3; rounds++) await runDueWorkUntilIdle(app.jobs, app.log, app)
}

const roundsMax = 500
const minute = Temporal.Duration.from({ minutes: 1 })

/** The same in a few large steps, for many payments that would each fall due at a different moment. */
export async function comeToRestInStrides(app: App, sql: pg.Client): Promise<void> {
  for (const stride of ['PT2M', 'PT20M', 'PT3H', 'P2D', 'P9D', 'P40D', 'P4D']) {
    await endLeases(sql)
    await runDueWorkUntilIdle(app.jobs, app.log, app)
    await goOn(app, Temporal.Duration.from(stride))
    await runDueWorkUntilIdle(app.jobs, app.log, app)
  }
}

/** The leases of the dead run out by the wall's time, for which a test does not wait: those of every table that has any. */
export async function endLeases(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.columns
      where column_name = 'leased_until'`,
  )
  for (const { table } of rows)
    await sql.query(`update ${table} set leased_until = null where leased_until is not null`)
}

/** Advances the clock of every process; ours before this returns. */
async function goOn(app: App, by: Temporal.Duration): Promise<void> {
  if (by.sign > 0) await app.testClock!.move(app, { to: 'later', by })
}
