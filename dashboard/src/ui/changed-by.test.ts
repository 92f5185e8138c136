import { expect, test } from 'vitest'
import { changedBy } from './changed-by.ts'

const fields = [
  { name: 'title', label: 'Title' },
  { name: 'note', label: 'Note' },
  { name: 'reason', label: 'Reason' },
]
const first = { title: 'Bread', note: 'Fresh', reason: '' }

test('a colleague has changed the fields that are something else by now than what was seen', () => {
  expect(changedBy({ title: 'Cake' }, first, fields).map(({ name }) => name)).toEqual(['title'])
})

test('a refusal for another reason is no change of a colleague, nor is a field that the form does not have', () => {
  expect(changedBy({ title: 'Bread', note: 'Fresh', owner: 'Mia' }, first, fields)).toEqual([])
})
