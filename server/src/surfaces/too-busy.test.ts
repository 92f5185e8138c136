import { expect, test } from 'vitest'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { NoConnection } from '#kernel/db/pool.ts'
import { rememberingWrites, rememberWrite } from '#kernel/db/written.ts'
import { refusalOfBusy } from './too-busy.ts'

const busy = [new NoConnection('none is free'), new LockTimeout('it waited'), new StaleWrite('others were first')]

test.each(busy)('a request that has written nothing is asked to come back when there is %s', (error) => {
  const asked = { kind: 'busy', code: 'too_busy', details: { retryAfterSeconds: 5 } }
  expect(refusalOfBusy(error)).toMatchObject(asked)
  expect(rememberingWrites(() => refusalOfBusy(error))).toMatchObject(asked)
})

test.each(busy)(
  'a request that has written is not asked to come back when there is %s, for it could do it twice',
  (error) => {
    const refusal = rememberingWrites(() => {
      rememberWrite()
      return refusalOfBusy(error)
    })
    expect(refusal).toBeUndefined()
  },
)

test('another error is no sign of too much work', () => {
  expect(refusalOfBusy(new Error('a bug'))).toBeUndefined()
})
