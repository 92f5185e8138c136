import { expect, test } from 'vitest'
import { rowWritesOf } from './batch-shape.ts'
import { mergeInserts } from './merge-inserts.ts'
import { insert } from './writes.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const held = (account_id: string, held_minor: bigint) =>
  insert('spending.account_totals', { account_id, held_minor } as never)
const paused = (partner_id: number) =>
  insert('spending.question_pauses', { partner_id, failures: 1, paused_until: null } as never)

const merged = (...writes: Parameters<typeof rowWritesOf>[0]['writes']) =>
  mergeInserts(rowWritesOf({ now, writes })).map((write) =>
    write.write === 'insert' ? [write.table, write.isList, write.rows.length] : [],
  )

test('what a table gets several rows of is one list each, where the first of it was', () => {
  expect(merged(held('a', 1n), paused(1), held('b', 2n))).toEqual([
    ['spending.account_totals', true, 2],
    ['spending.question_pauses', true, 1],
  ])
})

test('where no table gets more than a row, nothing is a list', () => {
  expect(merged(held('a', 1n), paused(1))).toEqual([
    ['spending.account_totals', false, 1],
    ['spending.question_pauses', false, 1],
  ])
})
