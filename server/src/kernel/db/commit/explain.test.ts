import { expect, test } from 'vitest'
import { explainWrites } from '#kernel/db/commit/explain.ts'
import { atLeast, guard, increase, insert, ref, update } from '#kernel/db/commit/writes.ts'

test('a commit is explained write by write, with what each misses and without a card number', () => {
  const as = ref('task')
  const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
  const text = explainWrites([
    insert('florin.scheduled_tasks', { name: 'pay 4111 1111 1111 1111', due_at: at }, { as }),
    update('florin.scheduled_tasks', { set: { due_at: null }, where: { id: 7n } }),
    guard('florin.clock', { version: 3n }, () => new Error('the clock was changed')),
    update('florin.clock', { set: { version: increase(1n) }, where: { version: atLeast(2n) }, expect: 2 }),
  ])
  expect(text).toBe(`insert florin.scheduled_tasks as <task>
  name="pay 411111******1111" due_at=2026-05-04T10:00:00Z
update florin.scheduled_tasks where id=7; else read and decide again
  due_at=null
unchanged florin.clock where version=3; else refuse: the clock was changed
update florin.clock where version=at least 2 (2 rows); else read and decide again
  version=+1`)
})
