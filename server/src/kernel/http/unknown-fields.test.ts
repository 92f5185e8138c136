import { expect, test } from 'vitest'
import { z } from 'zod'
import { clearable, jsonObject, listOf, optional, text } from './field.ts'
import { unknownFields } from './unknown-fields.ts'

const name = text({ max: 10, what: 'a name' })
const person = z.object({ name, also: optional(name) })
const schema = z.object({
  ...person.shape,
  inside: optional(person),
  list: listOf(person, { max: 3 }).optional(),
  cleared: clearable(person),
  free: optional(jsonObject('anything')),
  record: z.record(z.string(), z.string()).optional(),
  loose: z.looseObject({ name }).optional(),
})
const unknownIn = (sent: unknown) => unknownFields(schema, sent).map(({ field }) => field)

test('names that a schema does not have are found at any depth, beside those it has', () => {
  expect(unknownFields(person, { name: 'a', Name: 'b' })).toEqual([{ field: 'Name', known: ['name', 'also'] }])
  expect(unknownIn({ inside: { x: 1 }, cleared: { y: 1 }, list: [{ name: 'a' }, { z: 1 }] })).toEqual([
    'inside.x',
    'cleared.y',
    'list[1].z',
  ])
})

test('objects with names of the sender have no unknown ones, and what is no object has none', () => {
  expect(unknownIn({ name: 'a', free: { a: { b: 1 } }, record: { a: 'b' }, loose: { x: 1 }, cleared: null })).toEqual(
    [],
  )
  for (const sent of [undefined, null, 'text', 7, [{ x: 1 }]]) expect(unknownIn(sent)).toEqual([])
  expect(unknownIn({ inside: 'text', list: { x: 1 } })).toEqual([])
})

test('a name of the prototype is unknown, and a name that holds a card number is masked', () => {
  expect(unknownIn(JSON.parse('{"__proto__":1,"constructor":2,"4111111111111111":3}'))).toEqual([
    '__proto__',
    'constructor',
    expect.not.stringContaining('4111111111111111'),
  ])
})
