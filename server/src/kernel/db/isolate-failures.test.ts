import { expect, test } from 'vitest'
import { isolateEach, isolateFailures } from '#kernel/db/isolate-failures.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { NoConnection } from '#kernel/db/pool.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth)
/** The severity is in the language of the server. */
const ofServer = (severity: string, code: string, message = code) =>
  Object.assign(new Error(message), { severity, code })
const broken = (item: number) => ofServer(['ERROR', 'FEHLER', 'ERREUR'][item % 3]!, '23514', `${item} is broken`)

/** Work that the database refuses when a bad item is in it. */
function workWith(bad: readonly number[]) {
  const tries: number[] = []
  const done: number[] = []
  const doMany = async (items: readonly number[]) => {
    tries.push(items.length)
    const first = items.find((item) => bad.includes(item))
    if (first !== undefined) throw broken(first)
    done.push(...items)
    return items.map((item) => -item)
  }
  return { tries, done, doMany }
}

test('of 200 items the one that cannot be done fails alone, at the cost of 16 more tries', async () => {
  const { tries, done, doMany } = workWith([77])
  const settled = await isolateFailures(numbers(200), doMany)
  expect(settled[77]).toMatchObject({ status: 'rejected', reason: { message: '77 is broken' } })
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(199)
  expect(settled[199]).toEqual({ status: 'fulfilled', value: -199 })
  // Each once, in their order.
  expect(done).toEqual(numbers(200).filter((item) => item !== 77))
  expect(tries.length).toBeLessThanOrEqual(1 + 16)
  expect(tries.reduce((sum, size) => sum + size)).toBeLessThan(3 * 200 + 16)
})

test('what many bad items cost has a bound: a try for each item, and two for each of 16 failures', async () => {
  const { tries, doMany } = workWith(numbers(200))
  const settled = await isolateFailures(numbers(200), doMany)
  expect(settled.map(({ status }) => status)).toEqual(numbers(200).map(() => 'rejected'))
  expect(settled[199]).toMatchObject({ reason: { message: '199 is broken' } })
  expect(tries.length).toBeLessThanOrEqual(200 + 2 * 16)
})

test.each([
  ['no connection was free', new NoConnection('none')],
  ['a lock was not had in time', new LockTimeout('late')],
  ['the transaction met another one', ofServer('ERROR', '40001')],
  ['the database shuts down', ofServer('FATAL', '57P01')],
  ['the database is gone', ofServer('SCHWERWIEGEND', '3D000')],
  ['the connection broke', Object.assign(new Error('read ECONNRESET'), { syscall: 'read' })],
  ['the connection was lost', new Error('Connection terminated unexpectedly')],
])('what concerns everybody is everybody’s error, and nothing is tried again: %s', async (_, error) => {
  let tries = 0
  const settled = await isolateFailures(numbers(9), async (): Promise<number[]> => {
    tries++
    throw error
  })
  expect(settled).toEqual(numbers(9).map(() => ({ status: 'rejected', reason: error })))
  expect(tries).toBe(1)
})

test('when the connection is lost on the way, what was done stays done, and the others fail with that', async () => {
  const { doMany } = workWith([0])
  const lost = new NoConnection('none')
  const settled = await isolateFailures(numbers(8), (items) =>
    items.includes(4) && items.length < 8 ? Promise.reject(lost) : doMany(items),
  )
  expect(settled[0]).toMatchObject({ reason: { message: '0 is broken' } })
  expect(settled.slice(1, 4).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(settled.slice(4)).toEqual(numbers(4).map(() => ({ status: 'rejected', reason: lost })))
})

test('inside a transaction, which the first failure ends, everybody gets the error that says what was wrong', async () => {
  let tries = 0
  const settled = await isolateFailures(numbers(4), async (): Promise<number[]> => {
    throw tries++ === 0 ? broken(2) : ofServer('ERROR', '25P02')
  })
  expect(settled).toEqual(
    numbers(4).map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: '23514' }) })),
  )
  expect(tries).toBe(2)
})

test('of work for one item after the other, what fails keeps none back, and fails the whole in the end', async () => {
  const each = isolateEach()
  const done: number[] = []
  for (const item of numbers(4))
    await each.attempt(async () => {
      if (item === 1) throw broken(item)
      done.push(item)
    })
  expect(done).toEqual([0, 2, 3])
  expect(() => each.finish()).toThrow('1 is broken')
  await each.attempt(() => Promise.reject(broken(4)))
  expect(() => each.finish()).toThrow('2 could not be done')
  await expect(each.attempt(() => Promise.reject(new NoConnection('none')))).rejects.toThrow(NoConnection)
})
