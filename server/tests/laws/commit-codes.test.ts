import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  announce,
  anyOf,
  commitTogether,
  guard,
  increase,
  insert,
  ref,
  StaleWrite,
  update,
} from '#kernel/db/commit/commit.ts'
import { haveEnded, writersOf, writersOfAny } from '#kernel/db/table-writers.ts'
import { commitIn, openCoded, rightOf } from '../world/coded-tables.ts'
import { noReactions, now } from '../world/counter-tables.ts'
import { holdLocks } from '../world/locks.ts'

let coded: Awaited<ReturnType<typeof openCoded>>
beforeAll(async () => {
  coded = await openCoded()
})
afterAll(() => coded.close())

const codeOf = async (name: string) => {
  const found = await coded.right(name)
  return { fits: found!.fits, mac: (found!.row.mac as Buffer | null)?.toString('hex') }
}
const roleTo = (role: string, where: object) => update('laws.rights', { set: { role }, where })
const inTransaction = { name: 'test' }

test('an inserted row gets a fitting code: alone, in a list, with others, and at the same time as others', async () => {
  await coded.write(insert('laws.rights', rightOf('made alone')))
  await coded.write(insert('laws.rights', [rightOf('made in a list 1'), rightOf('made in a list 2', { seen_at: now })]))
  await coded.write(insert('laws.rights', rightOf('made with 1')), insert('laws.rights', rightOf('made with 2')))
  await Promise.all(
    Array.from({ length: 20 }, (_, nth) => coded.write(insert('laws.rights', rightOf(`made in a batch ${nth}`)))),
  )
  expect(await coded.fit('laws.rights', `name like 'made %'`)).toEqual(Array(25).fill(true))
})

test('an inserted row gets a fitting code in a transaction and in a commit of many decisions', async () => {
  await coded.db.locked([], inTransaction, async (tx) => {
    await commitIn(tx, insert('laws.rights', rightOf('locked 1')))
    const writes = [insert('laws.rights', rightOf('locked 2')), insert('laws.rights', rightOf('locked 3'))]
    await commitTogether({ db: tx, react: noReactions }, now, writes)
    const last = insert('laws.persons', { name: 'locked 4' })
    await commitTogether({ db: tx, react: noReactions }, now, [last], 'test', { isLast: true })
  })
  expect(await coded.fit('laws.rights', `name like 'locked %'`)).toEqual([true, true, true])
  expect(await coded.fit('laws.persons', `name = 'locked 4'`)).toEqual([true])
})

test('a changed covered column gives a row a new code, and a free one leaves it as it is', async () => {
  const id = await coded.newRight('changed')
  const first = await codeOf('changed')
  await coded.write(update('laws.rights', { set: { seen_at: now, version: increase(1n) as never }, where: { id } }))
  expect(await codeOf('changed')).toEqual(first)
  await coded.write(roleTo('admin', { id, version: 2 }))
  const second = await codeOf('changed')
  expect(second.fits).toBe(true)
  expect(second.mac).not.toBe(first.mac)
  await coded.db.locked([{ table: 'laws.rights', ids: [id] }], inTransaction, (tx) =>
    commitIn(tx, roleTo('reader', { id })),
  )
  expect((await codeOf('changed')).fits).toBe(true)
  await expect(
    coded.byHand(`update laws.rights set role = 'admin', mac = '\\x${second.mac}' where id = ${id}`),
  ).rejects.toThrow('a row of laws.rights has a code that was retired')
})

test('changes of many rows at the same time each give a fitting code', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, nth) => coded.newRight(`at once ${nth}`)))
  await Promise.all(ids.map((id) => coded.write(roleTo('admin', { id, version: 1 }))))
  expect(await coded.fit('laws.rights', `name like 'at once %' and role = 'admin'`)).toEqual(Array(12).fill(true))
})

test('a row without a code gets none by being changed, and one whose code does not fit loses it', async () => {
  await coded.byHand(`insert into laws.rights (name) values ('by hand')`)
  const moved = await coded.newRight('moved')
  await coded.byHand(`update laws.rights set role = 'admin' where name = 'moved'`)
  await coded.write(roleTo('owner', { name: 'by hand' }))
  await coded.write(roleTo('owner', { id: moved }))
  expect(await codeOf('by hand')).toEqual({ fits: false, mac: undefined })
  expect(await codeOf('moved')).toEqual({ fits: false, mac: undefined })
  expect((await coded.right('moved'))!.row.role).toBe('owner')
})

test.each([
  { by: 'id', where: (ids: bigint[]) => ({ id: anyOf(ids) }) },
  { by: 'another column', where: () => ({ name: anyOf(['of several 1', 'of several 2', 'of several 3']) }) },
])('one write that changes several rows by $by gives each a code of its own', async ({ where }) => {
  await coded.byHand(`delete from laws.rights where name like 'of several %'`)
  const ids = [await coded.newRight('of several 1'), await coded.newRight('of several 2', { role: 'guest' })]
  await coded.byHand(`insert into laws.rights (name) values ('of several 3')`)
  const third = (await coded.right('of several 3'))!.row.id as bigint
  const all = [...ids, third]
  await coded.write(update('laws.rights', { set: { role: 'admin' }, where: where(all), expect: 3 }))
  const after = await coded.rowsWith('laws.rights', `name like 'of several %'`)
  expect(after.map(({ row, fits }) => [row.role, fits])).toEqual([
    ['admin', true],
    ['admin', true],
    ['admin', false],
  ])
  const tooMany = update('laws.rights', { set: { role: 'none' }, where: where(all), expect: 2 })
  await expect(coded.write(tooMany)).rejects.toBeInstanceOf(StaleWrite)
  expect(await coded.fit('laws.rights', `name like 'of several %' and role = 'admin'`)).toEqual([true, true, false])
})

test('a miss is that of its write, wherever it is among others, and nothing is written', async () => {
  const id = await coded.newRight('missed')
  const onMiss = () => new Error('it is taken')
  const missing = update('laws.rights', { set: { role: 'x' }, where: { id, role: 'nobody' }, onMiss })
  const others = [insert('laws.persons', { name: 'never' }), insert('laws.rights', rightOf('never'))]
  await expect(coded.write(missing)).rejects.toThrow('it is taken')
  await expect(coded.write(...others, missing)).rejects.toThrow('it is taken')
  await expect(coded.write(roleTo('x', { id, version: 9 }))).rejects.toBeInstanceOf(StaleWrite)
  const guarded = guard('laws.rights', { id, role: 'nobody' }, () => new Error('the guard'))
  await expect(coded.write(others[1]!, guarded)).rejects.toThrow('the guard')
  const onDuplicate = { one_right_of_a_name: () => new Error('there is one') }
  await expect(coded.write(insert('laws.rights', rightOf('missed'), { onDuplicate }))).rejects.toThrow('there is one')
  expect(await coded.right('never')).toBeUndefined()
  expect(await codeOf('missed')).toMatchObject({ fits: true })
})

test('two who change one row at once, without asking for a version, change it one after the other', async () => {
  const id = await coded.newRight('raced')
  const { holdRow, untilWaiting } = holdLocks(coded.url, coded.db)
  const held = await holdRow('laws.rights', id)
  const both = Promise.allSettled([
    coded.write(roleTo('admin', { id })),
    coded.write(roleTo('owner', { name: 'raced' })),
  ])
  await untilWaiting(2)
  await held.release()
  expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await codeOf('raced')).fits).toBe(true)
})

test('a new row may refer to another of the same commit, and events to both', async () => {
  const [person, firm, right] = [ref('person'), ref('firm'), ref('right')]
  const ids = await coded.write(
    insert('laws.persons', { name: 'referred to' }, { as: person }),
    insert('laws.firms', { name: 'referred to' }, { as: firm }),
    insert('laws.rights', rightOf('refers', { person_id: person, firm_id: firm }), { as: right }),
    insert('laws.rights', [rightOf('refers in a list', { person_id: person, firm_id: null })]),
    announce('counterFilled', {
      owner: { kind: 'platform', id: 'platform' },
      subjectId: person,
      body: { with: 'tea' },
      subject: 'cup',
    }),
  )
  const rows = await coded.rowsWith('laws.rights', `name like 'refers%'`)
  expect(rows.map(({ row, fits }) => [row.person_id, row.firm_id, fits])).toEqual([
    [ids(person), Number(ids(firm)), true],
    [ids(person), null, true],
  ])
  expect(rows[0]!.row.id).toBe(ids(right))
  expect(await coded.fit('laws.persons', `name = 'referred to'`)).toEqual([true])
  expect(await coded.fit('laws.firms', `name = 'referred to'`)).toEqual([true])
  const [event] = await coded.db.run(`select subject_id from outbox.events where subject_id = $1`, [ids(person)])
  expect(event).toBeDefined()
})

test('who follows ids waits for a row whose id was taken first', async () => {
  const { promise: seen, resolve } = Promise.withResolvers<void>()
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
  const first = coded.db.locked([], inTransaction, async (tx) => {
    await commitIn(tx, insert('laws.persons', { name: 'followed 1' }))
    wrote()
    await seen
  })
  await written
  await coded.write(insert('laws.persons', { name: 'followed 2' }))
  const visible = () => coded.fit('laws.persons', `name like 'followed %'`)
  expect(await visible()).toEqual([true])
  const writers = await writersOfAny(coded.db, ['laws.persons'])
  expect(await haveEnded(coded.db, writersOf('laws.persons'), writers)).toBe(false)
  resolve()
  await first
  expect(await haveEnded(coded.db, writersOf('laws.persons'), writers)).toBe(true)
  expect(await visible()).toEqual([true, true])
})

const upsert = (name: string, role: string) =>
  insert('laws.rights', rightOf(name, { role }), {
    orElse: { conflict: ['name'], set: ['person_id', 'firm_id', 'role', 'seen_at'] },
  })

test('a row that is there already gets a code with its new values, since nothing of it stays', async () => {
  await coded.write(upsert('put in', 'reader'))
  expect(await codeOf('put in')).toMatchObject({ fits: true })
  await coded.write(upsert('put in', 'admin'))
  await Promise.all(['a', 'b', 'c'].map((role) => coded.write(upsert('put in', role))))
  expect(await codeOf('put in')).toMatchObject({ fits: true })
  await coded.byHand(`insert into laws.rights (name, role) values ('put in by hand', 'owner')`)
  await coded.write(upsert('put in by hand', 'admin'))
  expect(await codeOf('put in by hand')).toMatchObject({ fits: true })
  const leaves = insert('laws.rights', rightOf('put in', { role: 'x' }), { orElse: { conflict: ['name'], set: [] } })
  const before = await codeOf('put in')
  await coded.write(leaves)
  expect(await codeOf('put in')).toEqual(before)
})

test('a write that would leave a covered column of a row that is there already is a bug and is refused', async () => {
  const partly = insert('laws.rights', rightOf('put in'), { orElse: { conflict: ['name'], set: ['role'] } })
  await expect(coded.write(partly)).rejects.toThrow('laws.rights.firm_id of a row that is there already')
})

test('a covered column cannot be counted by the database', async () => {
  const counted = update('laws.rights', { set: { person_id: increase(1n) }, where: { name: 'put in' } })
  await expect(coded.write(counted)).rejects.toThrow('laws.rights.person_id is covered, and cannot be counted')
})
