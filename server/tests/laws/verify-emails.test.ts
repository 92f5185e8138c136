import { beforeAll, expect, test } from 'vitest'
import { bakeryDays, foundAfter, verified } from '../world/bakery-days.ts'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

test('the letters of a few days are as their orders', async () => {
  const report = await verified(history)
  expect(report.differences).toEqual([])
  expect(report.checked.find(({ what }) => what === 'emails')?.count).toBeGreaterThan(5)
})

test.each([
  ['of another site', 'update emails.emails set site_id = site_id + 1 where id = 1'],
  ['of an order that is not there', 'update emails.emails set order_id = 999999 where id = 1'],
])('a letter %s is found', async (_what, statement) => {
  expect(await foundAfter(history, [statement])).toEqual(['letter 1: it tells of an order that is not of its site'])
})
