import { beforeEach, expect, test } from 'vitest'
import { shortMemory } from './short-memory.ts'

const start = Temporal.Instant.from('2026-11-20T12:00:00Z')
let wall = start
const clock = { now: () => start, wall: () => wall }
let requested: string[]
beforeEach(() => {
  wall = start
  requested = []
})
const remember = (answer: (key: string) => Promise<string | undefined>, entriesMax = 100) =>
  shortMemory(
    (key: string) => {
      requested.push(key)
      return answer(key)
    },
    { clock, entriesMax },
  )
const pass = (milliseconds: number) => {
  wall = wall.add({ milliseconds })
}

test('a value that was found is not loaded again for five seconds', async () => {
  const memory = remember(async (key) => key.toUpperCase())
  expect(await memory.get('a')).toBe('A')
  pass(4_999)
  expect(await memory.get('a')).toBe('A')
  expect(requested).toEqual(['a'])
  pass(1)
  expect(await memory.get('a')).toBe('A')
  expect(requested).toEqual(['a', 'a'])
})

test('a hundred concurrent calls cause one query', async () => {
  const memory = remember(async (key) => key)
  await Promise.all(Array.from({ length: 100 }, () => memory.get('a')))
  expect(requested).toEqual(['a'])
})

test('an answer that was on its way when things changed is not remembered', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const memory = remember(() => answers[requested.length - 1]!.promise)
  const first = memory.get('a')
  memory.forget()
  answers[0]!.resolve('old')
  expect(await first).toBe('old')
  answers[1]!.resolve('new')
  expect(await memory.get('a')).toBe('new')
})

test('an old question that fails late does not push out the newer answer', async () => {
  const late = Promise.withResolvers<string>()
  const memory = remember(() => (requested.length === 1 ? late.promise : Promise.resolve('new')))
  const first = memory.get('a')
  memory.forget()
  await memory.get('a')
  late.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await memory.get('a')).toBe('new')
  expect(requested).toHaveLength(2)
})

test('a value that was not found is loaded again, so that a new site is found at once', async () => {
  const memory = remember(async () => (requested.length > 1 ? 'there' : undefined))
  expect(await memory.get('a')).toBe(undefined)
  expect(await memory.get('a')).toBe('there')
})

test('an error reaches the caller and is not remembered', async () => {
  const memory = remember(async () => {
    if (requested.length === 1) throw new Error('database gone')
    return 'there'
  })
  await expect(memory.get('a')).rejects.toThrow('database gone')
  expect(await memory.get('a')).toBe('there')
})

test('it does not grow without end', async () => {
  const memory = remember(async (key) => key, 10)
  for (let number = 0; number < 11; number++) await memory.get(`key ${number}`)
  await memory.get('key 10')
  expect(requested).toHaveLength(11)
  await memory.get('key 0')
  expect(requested).toHaveLength(12)
})
