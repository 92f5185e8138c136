import { expect, onTestFinished, test } from 'vitest'
import { openBatches } from '#kernel/db/commit/batches.ts'
import { announce, commit, insert, ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { noLines, noReactions, now, openCounters } from '../world/counter-tables.ts'

/**
 * PostgreSQL carries out the parts of a statement in the order in which its result asks for them, which it does not
 * promise. Here the result asks in the opposite order, and everything must come out the same.
 */
async function openBackwards() {
  const counters = await openCounters()
  onTestFinished(() => counters.db.close())
  const statements: string[] = []
  const db: Writer['db'] = {
    ...counters.db,
    run: (text, values) => {
      const [parts, results] = text.split('\nselect ')
      if (!results) return counters.db.run(text, values)
      statements.push(`${parts}\nselect ${columnsOf(results).reverse().join(', ')}`)
      return counters.db.run(statements.at(-1)!, values)
    },
  }
  const drinksOf = async (name: string) => {
    const { id } = (await counters.counterNamed(name))!
    const events = await counters.db.read
      .selectFrom('outbox.events')
      .select('body')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
    return events.map(({ body }) => body.with)
  }
  return { ...counters, db, statements, drinksOf }
}

/** What stands between the commas that are in no bracket. */
function columnsOf(results: string): string[] {
  let depth = 0
  const marked = results.replaceAll(/[(),]/g, (sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    return sign === ',' && depth === 0 ? '\n' : sign
  })
  return marked.split('\n').map((column) => column.trim())
}

const drinks = ['tea', 'milk', 'water', 'more tea', 'coffee']

/** A new cup that is filled with one drink after the other, and a change of another one. */
function filling(name: string, other: bigint): Write[] {
  const as = ref(name)
  const about = { owner: { kind: 'platform', id: 'platform' } as const, subjectId: as, subject: name }
  return [
    update('laws.counters', { set: { version: 2 }, where: { id: other, version: 1 } }),
    insert('laws.counters', { name, owner: 'ada' }, { as }),
    ...drinks.map((drink) => announce('counterFilled', { ...about, body: { with: drink } })),
    insert('laws.entries', [{ counter_id: as, metal: `of ${name}` }]),
  ]
}

test('a commit does not rely on the order in which its parts are carried out', async () => {
  const { db, newCounter, counterOf, drinksOf, statements } = await openBackwards()
  const other = await newCounter('other')

  await commit({ db, react: noReactions }, now, filling('cup', other.id), 'fill')

  expect(statements[0]).toMatch(/\nselect \(select count\(\*\) from w7\), .*, florin\.expect\(0, [^,]*, [^,]*, 1\)$/)
  expect(await drinksOf('cup')).toEqual(drinks)
  expect(await counterOf(other.id)).toMatchObject({ version: 2 })
})

test('a batch of commits does not rely on it either, and its text does not depend on their number', async () => {
  const { db, newCounter, drinksOf, statements } = await openBackwards()
  const writer = {
    db: { ...db, batches: openBatches(db, { most: 50, aloneMs: 50, ...noLines() }) },
    react: noReactions,
  }
  for (const names of [
    ['a', 'b'],
    ['c', 'd', 'e', 'f'],
  ]) {
    const others = await Promise.all(names.map((name) => newCounter(`beside ${name}`)))
    await Promise.all(names.map((name, index) => commit(writer, now, filling(name, others[index]!.id), 'fill')))
    for (const name of names) expect(await drinksOf(name)).toEqual(drinks)
  }

  expect(statements).toHaveLength(2)
  expect(statements[0]).toMatch(/^\/\* fill \*\/ with /)
  expect(statements[1]).toBe(statements[0])
})
