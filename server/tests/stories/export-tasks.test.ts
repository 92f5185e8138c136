import { beforeEach, expect, test, vi } from 'vitest'
import { exportWork } from '#core/exports'
import { type DueWork, runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { longTest } from '../world/length.ts'
import { mailOf } from '../world/mail.ts'
import { exportAs, openPeople, type People, type Person, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

/** Lists that are too long to wait for: a worker writes them to a file for who asked. */

const reason = 'For the accountant.'
let world: World
let people: People
let ana: Person
let colleague: Person
beforeEach(async () => {
  world = await createWorld({ environment: { FLORIN_EXPORT_STREAMED_MAX: '2000', FLORIN_EXPORTS_KEPT: 'P3D' } })
  people = await openPeople(world)
  ana = await people.person()
  colleague = await people.person()
})

/** Entries of the audit, a minute apart, of which every third is of one kind. */
const write = (count: number, first = '2026-05-01T00:00:00Z') =>
  world.query(`insert into directory.audit (occurred_at, actor, action, owner_kind, owner_id, subject_type, subject_id, from_where)
    select timestamptz '${first}' + n * interval '1 minute', 'test', case when n % 3 = 0 then 'looked' else 'went' end,
           'platform', 'platform', 'thing', repeat('x', 400) || n, 'test'
    from generate_series(1, ${count}) as n`)

type Task = { id: string; status: string; rows: number; estimate: number; failure?: string; expiresAt?: string }
const begin = async (query: string, by = ana): Promise<Task> => {
  const begun = await by.call('POST', '/export-tasks', { body: { list: 'audit', query, reason } })
  expect(begun).toMatchObject({ status: 201, body: { status: 'waiting', rows: 0 } })
  return begun.body as Task
}
const taskOf = async (id: string, by = ana): Promise<Task | undefined> =>
  ((await by.call('GET', '/export-tasks')).body.data as Task[]).find((task) => task.id === id)
const fileOf = async (id: string, { token } = ana) => {
  const { statusCode, body, headers } = await world.http.inject({
    url: `/staff/v1/export-tasks/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, body, lines: body.trimEnd().split('\r\n'), name: headers['content-disposition'] }
}
const numbersIn = (lines: readonly string[]) => lines.slice(1).map((line) => Number(/x(\d+),/.exec(line)?.[1]))

test('a list too long to wait for is written by a worker, each entry once, and fetched by who asked', async () => {
  await write(9_000)
  const query = 'action=looked&created=2026-05-01..2026-05-07&timeZone=UTC'
  expect((await ana.call('GET', `/export-tasks/estimate?list=audit&query=${encodeURIComponent(query)}`)).body).toEqual({
    ...{ rows: 3_000, rowsAreExact: true, isTask: true },
    columns: expect.arrayContaining(['action', 'actor']),
  })
  expect(await exportAs(world, ana, `audit?${query}`)).toMatchObject({ status: 409 })

  const { id, estimate } = await begin(query)
  expect(estimate).toBe(3_000)
  expect((await fileOf(id)).status).toBe(409)
  // A process claims it, and is stopped after one round; another one goes on behind the last piece.
  const [work] = world.app.jobs.filter(({ table }) => table === 'exports.exports')
  await work!.run(id)
  await world.runUntilIdle()
  expect(await taskOf(id)).toMatchObject({ status: 'ready', rows: 3_000 })

  const file = await fileOf(id)
  expect(file).toMatchObject({
    status: 200,
    name: 'attachment; filename="audit-from-2026-05-01-to-2026-05-07-UTC.csv"',
  })
  expect(numbersIn(file.lines)).toEqual(Array.from({ length: 3_000 }, (_, nth) => 3 * (nth + 1)))
  expect(file.lines[0]).toMatch(/^id,at,actor,.*times are in UTC$/)

  const [mail] = await mailOf(world, ana.staff.email)
  expect(mail).toMatchObject({ subject: 'Your export is ready: audit' })
  expect(mail!.text).toContain('/dashboard/me/exports')

  // What another person asked for is not there, neither to see nor to fetch nor to stop.
  expect(await taskOf(id, colleague)).toBeUndefined()
  expect((await fileOf(id, colleague)).status).toBe(404)
  const stop = { body: { reason }, changesNothing: true }
  expect((await colleague.call('POST', `/export-tasks/${id}/cancel`, stop)).status).toBe(404)

  const actions = (await ana.call('GET', '/audit?subjectType=export')).body.data as { action: string; after: object }[]
  expect(actions.map(({ action }) => action)).toEqual(['exportFetched', 'exportBegun'])
  expect(actions[1]!.after).toMatchObject({ list: 'audit', filters: ['action', 'created', 'timeZone'] })

  await world.pass({ days: 2 })
  expect((await fileOf(id)).status).toBe(200)
  await world.pass({ days: 1 })
  expect(await taskOf(id)).toMatchObject({ status: 'expired' })
  expect((await fileOf(id)).status).toBe(409)
  expect(await world.query('select from exports.pieces')).toEqual([])
})

test('pieces of a file that is over are deleted, whatever dies before that', async () => {
  await write(2_500)
  const { db } = world.app
  const [run, dead] = [db.run.bind(db), new Error('the process has died')]
  const dying = vi.spyOn(db, 'run')
  const dies = () =>
    dying.mockImplementation(async (text, values) => {
      if (text.includes('delete from exports.pieces')) throw dead
      return run(text, values)
    })
  const lives = async () => {
    dying.mockImplementation(run)
    await world.pass({ minutes: 10 })
    expect(await world.query('select from exports.pieces')).toEqual([])
  }
  const { id: cancelled } = await begin('')
  await world.runUntilIdle()
  dies()
  await ana.call('POST', `/export-tasks/${cancelled}/cancel`, { body: { reason } })
  expect((await taskOf(cancelled))!.status).toBe('cancelled')
  await lives()

  const { id: expired } = await begin('')
  await world.runUntilIdle()
  dies()
  const [work] = world.app.jobs.filter(({ table }) => table === 'exports.exports')
  world.clock.pass({ days: 7 })
  for (let times = 0; times < 2; times++) await work!.run(expired).catch((error) => expect(error).toBe(dead))
  expect((await taskOf(expired))!.status).toBe('expired')
  await lives()
})

test('who may not read a list has no file of it, who lost the right gets none, and a request that is wrong says why', async () => {
  const body = (list: string, query: string) => ({ body: { list, query, reason }, changesNothing: true })
  const narrow = await people.person('owner', platform, ['payments:read'])
  for (const [by, list, query, reply] of [
    [ana, 'secrets', '', [404, 'unknown_list', 'list']],
    [ana, 'audit', 'colour=red', [400, 'invalid_list_query', 'query']],
    [ana, 'audit', 'created=tomorrow', [400, 'invalid_list_query', 'query']],
    [ana, 'audit', 'columns=action,password', [400, 'unknown_columns', 'columns']],
    [narrow, 'audit', '', [403, 'list_not_permitted', 'list']],
  ] as const) {
    const refused = await by.call('POST', '/export-tasks', body(list, query))
    expect([refused.status, refused.body.reason, refused.body.field], query).toEqual(reply)
  }
  const unknown = await ana.call('GET', '/export-tasks/estimate?list=audit&query=columns%3Daction%2Cpassword')
  expect(unknown.body.message).toMatch(/^The file has no column password\. It has id, at, actor, action, /)
  await write(3_000)
  const { id } = await begin('action=looked', colleague)
  await world.app.staff.change({
    by: { actor: 'test', fromWhere: 'test' },
    id: colleague.staff.id,
    changes: { active: false },
  })
  await world.runUntilIdle()
  const [row] = await world.query(`select status, failure, data_key from exports.exports where id = '${id}'`)
  expect(row).toMatchObject({ status: 'failed', failure: expect.stringContaining('audit:read'), data_key: null })
  expect(await mailOf(world, colleague.staff.email)).toEqual([])

  // The columns that were asked for, in their order, in a file of a worker as in one that is streamed.
  const { id: own } = await begin('action=went&columns=action,id')
  await world.runUntilIdle()
  const { status, lines } = await fileOf(own)
  expect([status, lines[0], lines[1]]).toEqual([
    200,
    'action,id,times are in UTC',
    expect.stringMatching(/^went,\d+,$/),
  ])
  const streamed = await exportAs(world, ana, 'audit?action=exportBegun&columns=action,id')
  expect(streamed.lines[0]).toBe(lines[0])
  expect((await fileOf(own, { ...ana, token: await narrowTokenOf(ana) })).status).toBe(403)
  await world.query(`update exports.exports set list = 'list-of-a-newer-version' where id = '${own}'`)
  expect((await fileOf(own)).status).toBe(404)
})

test('a list that only a newer version knows is left to its workers for a day', async () => {
  await write(2_500)
  const { id } = await begin('')
  const older = exportWork({
    ...world.app,
    messenger: { send: () => expect.fail('no email is sent'), close: async () => undefined },
    ...{ mailFrom: 'florin@florin.example', dashboardUrl: 'http://florin.test', sendsEmails: false },
    ...{ streamedMax: 2_000, filesKept: Temporal.Duration.from('P3D'), listFiles: () => new Map() },
  })
  await runDueWorkUntilIdle([older as DueWork], world.app.log)
  expect(await taskOf(id)).toMatchObject({ status: 'waiting' })
  await world.pass({ minutes: 1 })
  expect(await taskOf(id)).toMatchObject({ status: 'ready' })

  const { id: unknown } = await begin('')
  world.clock.pass({ hours: 24 })
  await older.run(unknown as never)
  expect(await taskOf(unknown)).toMatchObject({ status: 'failed', failure: expect.stringContaining('audit') })
})

// In small: pieces of a file that is over are deleted, whatever dies before that
longTest(
  'an export that is cancelled while it is written is destroyed, and one that cannot be read fails whole',
  async () => {
    await write(3_000)
    const { id } = await begin('')
    const locked = await world.holdRow('exports.exports', id)
    const [work] = world.app.jobs.filter(({ table }) => table === 'exports.exports')
    const writing = work!.run(id)
    await world.untilWaiting(1)
    const cancelling = ana.call('POST', `/export-tasks/${id}/cancel`, { body: { reason } })
    await world.untilWaiting(2)
    await locked.release()
    const [cancelled] = await Promise.all([cancelling, writing])
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    await world.runUntilIdle()
    expect(await taskOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await world.query('select from exports.pieces')).toEqual([])

    // A piece that was altered opens as nothing.
    const { id: altered } = await begin('')
    await world.runUntilIdle()
    const whole = await fileOf(altered)
    expect(whole.lines.length).toBeGreaterThan(3_000)
    const { rows } = (await taskOf(altered))!
    expect(whole.lines).toHaveLength(rows + 1)
    await world.query(
      `update exports.pieces set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where number = 0`,
    )
    expect((await fileOf(altered)).status).toBe(500)

    const open = { body: { list: 'audit', query: '', reason }, changesNothing: true }
    await world.query(`insert into exports.exports
    select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
    from exports.exports as one, generate_series(1, 19) where one.id = '${altered}'`)
    expect((await ana.call('POST', '/export-tasks', open)).body).toMatchObject({ reason: 'too_many_export_files' })
    for (const { id } of (await ana.call('GET', '/export-tasks')).body.data as Task[])
      await ana.call('POST', `/export-tasks/${id}/cancel`, { body: { reason } })
    for (let nth = 0; nth < 4; nth++) await begin('')
    // Two at once: each has counted four before the other is written.
    const person = await world.holdRow('access.staff', ana.staff.id)
    const first = ana.call('POST', '/export-tasks', open)
    await world.untilWaiting(1)
    const second = ana.call('POST', '/export-tasks', open)
    await world.untilWaiting(2)
    await person.release()
    const bodies = (await Promise.all([first, second])).map(({ body }) => body)
    expect(bodies.map(({ reason: refused }) => refused)).toEqual(
      expect.arrayContaining([undefined, 'too_many_exports']),
    )
    expect((await ana.call('POST', '/export-tasks', open)).body).toMatchObject({ reason: 'too_many_exports' })
  },
)

const narrowTokenOf = async ({ staff }: Person): Promise<string> => {
  const by = { actor: 'test', fromWhere: 'test' }
  const { token } = await world.app.staff.createToken({
    ...{ by, staffId: staff.id, name: 'narrow', permissions: ['payments:read'] },
  })
  return token.reveal()
}
