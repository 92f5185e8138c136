import { expect, test } from 'vitest'
import { openChanges } from './changes.ts'

const never = 2 ** 30

test('a webhook wakes every page of its customer, and none of others', async () => {
  const changes = openChanges()
  const woken: string[] = []
  const waits = (page: string, customerId: string) => changes.next(customerId, never).then(() => woken.push(page))
  const pages = [waits('one', 'ana'), waits('two', 'ana')]
  const other = waits('three', 'bo')
  changes.announce('ana')
  await Promise.all(pages)
  expect(woken).toEqual(['one', 'two'])
  changes.close()
  await other
})

test('a page looks again when nothing has changed for long, and not when the server stops', async () => {
  const changes = openChanges()
  expect(await changes.next('ana', 1)).toBe(true)
  const waits = changes.next('ana', never)
  changes.close()
  expect(await waits).toBe(false)
})
