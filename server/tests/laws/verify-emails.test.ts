import { beforeAll, expect, test } from 'vitest'
import { bakeryDays, foundAfter, verified } from '../world/bakery-days.ts'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

test('the emails of a few days agree with their orders', async () => {
  const report = await verified(history)
  expect(report.differences).toEqual([])
  expect(report.checked.find(({ what }) => what === 'emails')?.count).toBeGreaterThan(5)
})

test.each([
  ['of another site', 'update emails.emails set site_id = site_id + 1 where id = 1'],
  ['about an order that does not exist', 'update emails.emails set order_id = 999999 where id = 1'],
])('an email %s is found', async (_what, statement) => {
  expect(await foundAfter(history, [statement])).toEqual(['email 1: it is about an order that is not of its site'])
})
