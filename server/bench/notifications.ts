import { resultForm } from '#acquiring/notifications'
import { Secret } from '#kernel/base/secret.ts'
import { openOutbound } from '#kernel/http/outbound.ts'
import { type DueWork, startDueWork } from '#kernel/work/due-work.ts'
import type { App } from '../src/app/compose.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { percent, rounded } from './numbers.ts'
import { openBenchApp } from './open-app.ts'
import { processorMs, startHelper } from './processes.ts'
import { type Found, type Section, table } from './section.ts'

/** What was delivered a second, and the processor milliseconds and bytes of log of one notification. */
export type Delivered = { perSecond: number; program: number; database: number; walBytes: number }
type Findings = { ours: Delivered; raw: Delivered; sent: number; received: number; delivered: number }

/**
 * One process delivers what is due to a store that answers at once, from a process of its own, by turns with the raw
 * loop: the same texts sealed and sent by the same client over as many connections, with no database.
 */
export const notificationsSection: Section = {
  title: 'Notifications',
  run: async ({ quick, say }) => {
    const store = await startHelper('./receiver-process.ts')
    const { url } = await store.ask<{ url: string }>('where')
    const ctx = await openBenchContext(url)
    const app = await openBenchApp(ctx)
    try {
      const [each, rounds] = quick ? [2_000, 2] : [10_000, 5]
      const pairs: { ours: Delivered; raw: Delivered }[] = []
      for (let round = 0; round <= rounds; round++) {
        say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
        const raw = await rawLoop(ctx, url, each)
        const ours = await deliverSome(ctx, app, url, each)
        if (round > 0) pairs.push({ ours, raw })
      }
      const { received } = await store.ask<{ received: number }>('what')
      const [stored] = await ctx.query(
        `select count(*) as count from notifications.notifications where status = 'delivered' and attempts = 1`,
      )
      const medianOf = (which: 'ours' | 'raw') =>
        pairs.map((pair) => pair[which]).toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds / 2)]!
      const sent = 2 * each * (rounds + 1)
      return report({ ours: medianOf('ours'), raw: medianOf('raw'), sent, received, delivered: Number(stored!.count) })
    } finally {
      await app.close()
      await ctx.close()
      await store.stop()
    }
  },
}

/** As long as the result of a payment. */
const text = JSON.stringify({ payment: 'x'.repeat(600) })
const atOnce = 32

async function rawLoop({ privateKey }: BenchContext, url: string, count: number): Promise<Delivered> {
  const outbound = openOutbound({ allowPrivate: true, timeoutMs: 10_000 })
  const key = new Secret(privateKey.replace(/^.*_/, '').slice(-32))
  let left = count
  const before = processorMs(process.pid)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const sealed = encodeURIComponent(resultForm(key, text).result)
        const body = `opensslResult=${sealed}&result=${sealed}`
        const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Florin' }
        await outbound.post(url, { headers, body })
      }
    }),
  )
  const [ms, program] = [performance.now() - began, processorMs(process.pid) - before]
  await outbound.close()
  return { perSecond: (count * 1000) / ms, program: program / count, database: 0, walBytes: 0 }
}

/** So many fall due at once, and the engine delivers them all; claims and everything else are in the time. */
export async function deliverSome(ctx: BenchContext, app: App, url: string, count: number): Promise<Delivered> {
  await ctx.query(`insert into notifications.notifications
      (site_id, payment_id, order_id, url, body, status, tries_left, created_at, due_at)
    select ${ctx.siteId}, 70000000 + n, 80000000 + n, '${url}', '${text}', 'waiting', 5, now(), now()
    from generate_series(1, ${count}) as n`)
  await ctx.query('analyze notifications.notifications')
  const all = Promise.withResolvers<void>()
  let done = 0
  const counted = (work: DueWork): DueWork => ({
    ...work,
    run: async (id) => {
      await work.run(id)
      if (++done === count) all.resolve()
    },
  })
  const works = app.jobs.filter(({ name }) => name === 'deliver notifications').map(counted)
  const log = async () => Number((await ctx.query('select wal_bytes from pg_stat_wal'))[0]!.wal_bytes)
  const processors = () => [processorMs(process.pid), processorMs(ctx.databasePid, { children: true })] as const
  const [before, logBefore, began] = [processors(), await log(), performance.now()]
  const working = await startDueWork(app, works, { everyMs: 500 })
  await all.promise
  const [ms, after] = [performance.now() - began, processors()]
  await working.stop()
  return {
    perSecond: (count * 1000) / ms,
    program: (after[0] - before[0]) / count,
    database: (after[1] - before[1]) / count,
    walBytes: ((await log()) - logBefore) / count,
  }
}

const report = ({ ours, raw, sent, received, delivered }: Findings): Found => ({
  inShort: [
    `${rounded(ours.perSecond)} notifications a second to a fast store, ${percent(ours.perSecond / raw.perSecond)} of the raw loop (${rounded(raw.perSecond)}; aim: 35 %)`,
    sent === received && delivered === sent / 2
      ? 'each was received exactly once, and is recorded as delivered'
      : `**${sent} were sent, ${received} received, and ${delivered} of ${sent / 2} recorded as delivered**`,
  ],
  text: [
    'One process delivers what is due for one site to a store in another process that answers at once. The raw loop seals and sends the same texts with the same client over as many connections, and has no database. Milliseconds of the processors and bytes of the log for one notification; medians of rounds that took turns.',
    table(
      ['', 'a second', 'program', 'database', 'log'],
      (
        [
          ['delivered', ours],
          ['raw loop', raw],
        ] as const
      ).map(([name, { perSecond, program, database, walBytes }]) => [
        name,
        ...[perSecond, program, database, walBytes].map(rounded),
      ]),
    ),
  ].join('\n\n'),
})
