import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type EnableStep, enablePartitions } from '#database/partitions/enable.ts'
import { growingTable, growingTables } from '#database/partitions/growing-tables.ts'
import { keepAhead } from '#database/partitions/keep-ahead.ts'
import { asOwner } from '#database/partitions/owner.ts'
import { restorePartition } from '#database/partitions/restore.ts'
import { partitionTroubles } from '#database/partitions/state.ts'
import { type ArchiveStep, archivePartitions, archiveSteps } from '../../src/app/partitions/archive.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest, sampled } from '../world/length.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import type { WorldParts } from '../world/world.ts'

const killed = new Error('killed')

/** A store whose payments go on through everything, in a database of its own; `owner` does something as its owner. */
async function openStore(parts: Pick<WorldParts, 'ownTime'> = {}) {
  const fixture = await makePaymentsFixture({}, { leavesDatabase: true, ...parts })
  const { world } = fixture
  const folder = await mkdtemp(join(tmpdir(), 'florin-archive-'))
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  const owner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
    (await asOwner(world.databaseUrl, work))!.done
  return {
    fixture,
    world,
    folder,
    owner,
    wrong: async () => (await world.verify()).differences.map(({ about, wrong }) => `${about}: ${wrong}`),
    /** Does something while rows are not there. */
    hide: (rows: string, work: () => Promise<void>) =>
      owner(async (client) => {
        await client.query(`set session_replication_role = replica; create temp table hidden as select * from ${rows}`)
        await client.query(`delete from ${rows}`)
        await work()
        await client.query(`insert into ${rows.split(' ')[0]} overriding system value select * from hidden`)
      }),
    count: async (table: string) => Number((await world.query(`select count(*)::int as rows from ${table}`))[0]!.rows),
    enable: (table: string, onStep?: (step: EnableStep) => Promise<void>) =>
      owner((client) => enablePartitions(client, growingTable(table), { now: world.clock.now(), onStep })),
    archive: (table: string, before: string, onStep?: (step: ArchiveStep) => Promise<void>) =>
      owner((client) =>
        archivePartitions(world.app, client, growingTable(table), {
          before: Temporal.Instant.from(`${before}-01T00:00:00Z`),
          folder,
          onStep,
        }),
      ),
  }
}

/** A payment, delivered to its store, on a day of 2026. */
async function paysOn({ world, pays }: PaymentsFixture, day: string): Promise<void> {
  world.clock.set(Temporal.Instant.from(`2026-${day}Z`))
  await pays()
  await world.runUntilIdle()
}
const may = '05-10T10:00'

test('every growing table is partitioned while payments go on, wherever that is stopped, and old months go to files and come back', async () => {
  const store = await openStore()
  const { fixture, world, folder, owner } = store
  await paysOn(fixture, may)

  // Stopped at each step, a table is as it was, and payments go on; the next run does it.
  for (const stop of sampled(['check', 'validate', 'swap', 'swapped under the lock'] as const)) {
    const stopped = store.enable('outbox.events', async (step) => {
      if (step === stop) throw killed
    })
    await expect(stopped).rejects.toThrow('killed')
    await paysOn(fixture, may)
  }
  expect(await owner((client) => partitionTroubles(client, world.clock.now()))).toEqual({
    partitioned: 0,
    troubles: [{ table: 'outbox.events', wrong: 'stopped in the middle' }],
  })
  expect(await keepAhead(world.databaseUrl, world.clock.now())).toEqual({ made: [], cleared: ['outbox.events'] })

  // A payment that comes while the table is exchanged waits, and is written to the new one.
  const before = await store.count('outbox.events')
  for (const { table } of growingTables) {
    let paying: Promise<unknown> = Promise.resolve()
    await store.enable(table, async (step) => {
      if (step !== 'swapped under the lock' || (table !== 'outbox.events' && table !== 'ledger.lines')) return
      paying = fixture.pays()
      await world.untilWaiting(1)
    })
    await paying
  }
  expect(await store.count('outbox.events')).toBeGreaterThan(before)
  await world.runUntilIdle()
  expect(await store.wrong()).toEqual([])

  // Months pass. A worker makes the next partitions, and where it has not, rows are in the default one until it does.
  // Around midnight the clocks of two processes differ.
  for (const day of ['06-10T10:00', '07-01T00:00', '06-30T23:59:59.999', '07-10T10:00', '11-10T10:00'])
    await paysOn(fixture, day)
  expect(await store.count('outbox.events_2026_11')).toBeGreaterThan(0)
  expect(await store.count('outbox.events_default')).toBe(0)
  const ahead = () => owner((client) => partitionTroubles(client, world.clock.now().add({ hours: 24 * 120 })))
  expect((await ahead()).troubles).toContainEqual({ table: 'outbox.events', wrong: 'next is missing' })
  expect(await store.wrong()).toEqual([])

  // Partitions are as closed as the table was.
  for (const table of ['outbox.events', 'outbox.events_2026_07', 'ledger.lines'])
    await expect(world.query(`delete from ${table}`)).rejects.toThrow('append-only')
  await expect(world.app.db.run('select from outbox.events_until_2026_06', [])).rejects.toThrow('permission denied')

  // The first months go to files. Stopped at each step, nothing is missed, and the next run goes on.
  const events = await store.count('outbox.events')
  for (const stop of sampled(archiveSteps)) {
    const stopped = store.archive('outbox.events', '2026-07', async (step) => {
      if (step === stop) throw killed
    })
    await expect(stopped).rejects.toThrow('killed')
    if (stop !== 'write') expect(await store.wrong()).toEqual([])
  }
  expect(await store.archive('outbox.events', '2026-07')).toMatchObject([
    { partition: 'outbox.events_until_2026_06' },
    { partition: 'outbox.events_2026_06' },
  ])
  expect(await store.count('outbox.events')).toBeLessThan(events)
  await expect(store.archive('notifications.attempts', '2026-07')).rejects.toThrow(
    'archive the months of notifications',
  )
  for (const table of ['notifications.notifications', 'notifications.attempts']) await store.archive(table, '2026-07')
  expect(await store.wrong()).toEqual([])
  await expect(store.archive('ledger.lines', '2026-07')).rejects.toThrow('balances are sums of lines')

  // A row that is gone from a month that stays is missed, also one between the numbers of those that went.
  const [july] = await world.query('select id from outbox.events order by id limit 1')
  await store.hide(`outbox.events where id = ${july!.id}`, async () => {
    expect(await store.wrong()).toContain(`event ${july!.id}: it was removed after it was sealed`)
  })

  const files = (await readdir(folder)).filter((name) => name.endsWith('.gz')).map((name) => join(folder, name))
  expect(files.length).toBe(6)

  // They come back as they were; messages after their attempts.
  const restore = (file: string) => owner((client) => restorePartition(client, file))
  const messages = files.find((file) => file.includes('notifications.notifications_2026_06'))!
  await expect(restore(messages)).rejects.toThrow('restore the files of notifications.attempts first')
  for (const file of files.toSorted()) await restore(file)
  expect(await store.count('outbox.events')).toBe(events)
  expect(await store.wrong()).toEqual([])

  // They leave once more, and one of the files is damaged on its way: that month does not.
  const damage = async (step: ArchiveStep) => {
    const file = join(folder, 'outbox.events_2026_06.ndjson.gz')
    if (step === 'compare') await writeFile(file, (await readFile(file)).fill(0, 60, 62))
  }
  await expect(store.archive('outbox.events', '2026-07', damage)).rejects.toThrow('is a partition again')
  expect(await store.wrong()).toEqual([])
})

// In small: every growing table is partitioned while payments go on, wherever that is stopped, and old months go to files and come back
longTest(
  'what florin partitions changes is in the audit: who, which partitions, and in which files they are',
  async () => {
    const { fixture, world, folder } = await openStore({ ownTime: true })
    await fixture.pays()
    const florin = openCommandLine(world)
    const runs = async (line: string) => {
      const { printed, error } = await florin.runs(['--reason', 'ticket 7', ...line.split(' '), '--json'])
      expect(error, line).toBeUndefined()
      // What a command says meanwhile is on the other stream, which the test reads as well.
      return JSON.parse(printed.slice(printed.indexOf('{')))
    }
    const audited = () =>
      world.query(`select actor, reason, action, subject_id as table, after from directory.audit
      where subject_type = 'table' order by id`)

    await runs('partitions enable outbox.events')
    await runs('partitions enable outbox.events')
    await runs('clock advance P120D')
    const { made } = await runs('partitions ahead')
    const before = world.app.clock.now().toString().slice(0, 7)
    const lastMonth = Temporal.PlainYearMonth.from(before).subtract({ months: 1 })
    const { archived } = await runs(`partitions archive outbox.events --before ${lastMonth} --to ${folder}`)
    const { partition, file, rows } = archived[0]
    await runs(`partitions restore ${join(folder, file)}`)

    const by = { actor: 'operator', reason: 'ticket 7', table: 'outbox.events' }
    const kept = { partition, file, rows, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(await audited()).toEqual([
      { ...by, action: 'partitionsEnabled', after: { first: partition, upTo: expect.stringMatching(/^\d{4}-\d\d$/) } },
      { ...by, action: 'partitionsMade', after: { partitions: made } },
      { ...by, action: 'partitionArchived', after: { ...kept, folder } },
      { ...by, action: 'partitionRestored', after: kept },
    ])
  },
)
