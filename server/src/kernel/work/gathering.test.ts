import { expect, test } from 'vitest'
import { openGathering } from './gathering.ts'

const never = 2_000_000_000

test('work that is alone does not wait', async () => {
  const together = openGathering(never)

  expect(await together.take(async ({ allHere }) => allHere().then(() => 'went on'))).toBe('went on')
})

test('works that are under way together go on at the same moment, when the last has arrived', async () => {
  const together = openGathering(never)
  const slow = Promise.withResolvers<void>()
  const wentOn: string[] = []
  const quick = ['a', 'b'].map((name) =>
    together.take(async ({ allHere }) => {
      await Promise.resolve()
      await allHere()
      wentOn.push(name)
    }),
  )
  const last = together.take(async ({ allHere }) => {
    await slow.promise
    expect(wentOn).toEqual([])
    await allHere()
    wentOn.push('last')
  })

  await new Promise(setImmediate)
  slow.resolve()
  await Promise.all([...quick, last])
  expect(wentOn).toEqual(['a', 'b', 'last'])
})

test('work that ends or fails before it arrives keeps no other waiting', async () => {
  const together = openGathering(never)
  const failing = Promise.withResolvers<void>()
  const failed = together.take(async () => failing.promise)
  const waiting = together.take(async ({ allHere }) => allHere().then(() => 'went on'))

  failing.reject(new Error('no such message'))

  await expect(failed).rejects.toThrow('no such message')
  expect(await waiting).toBe('went on')
})

test('one that does not arrive holds the others for a few milliseconds only', async () => {
  const together = openGathering(1)
  const hanging = Promise.withResolvers<void>()
  const late = together.take(async () => hanging.promise)

  expect(await together.take(async ({ allHere }) => allHere().then(() => 'went on'))).toBe('went on')
  hanging.resolve()
  await late
})
