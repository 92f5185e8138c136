import { beforeAll, expect, test } from 'vitest'
import { bakeryDays, captured, foundAfter, notified, numberOf, type Plant, verified } from '../world/bakery-days.ts'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

test('the notifications of a few days agree with their payments and their attempts', async () => {
  const report = await verified(history)
  expect(report.differences).toEqual([])
  expect(report.checked.find(({ what }) => what === 'notifications')?.count).toBeGreaterThan(5)
})

const first = `id = (select min(id) from notifications.notifications where payment_id = ${numberOf(captured)})`
const miscounted = 'its number of attempts is not the number recorded'
const otherEnd = 'its status does not fit its last attempt'

test.each<Plant>([
  [
    'of another site',
    [`update notifications.notifications set site_id = site_id + 1 where ${first}`],
    [notified.elsewhere(1), 'notification 1: it goes to an address that its site never had'],
  ],
  [
    'with an attempt too many',
    [`update notifications.notifications set attempts = attempts + 1 where ${first}`],
    [`notification 1: ${miscounted}`],
  ],
  [
    'whose attempt was lost',
    [
      'delete from notifications.attempts where notification_id = 1',
      `update notifications.notifications set attempts = 0 where ${first}`,
    ],
    [`notification 1: ${otherEnd}`],
  ],
  [
    'that was refused, and is called delivered',
    ["update notifications.attempts set outcome = 'refused' where notification_id = 1"],
    [`notification 1: ${otherEnd}`],
  ],
  [
    'that says what its payment never was',
    [`update notifications.notifications set body = replace(body, 'complete-ok', 'void-ok') where ${first}`],
    [notified.missing(captured), notified.tooOften(captured)],
  ],
  [
    'that was never made',
    [
      'delete from notifications.attempts where notification_id = 1',
      `delete from notifications.notifications where ${first}`,
    ],
    [notified.missing(captured)],
  ],
  [
    'that was made twice',
    [
      `insert into notifications.notifications (site_id, payment_id, order_id, url, body, status, tries_left, created_at, due_at)
       select site_id, payment_id, order_id, url, body, 'waiting', 5, created_at, created_at
       from notifications.notifications where ${first}`,
    ],
    [notified.tooOften(captured)],
  ],
])('a notification %s is found', async (_what, statements, found) => {
  expect(await foundAfter(history, statements)).toEqual(found)
})

test('payments of a site that had no notification address need none', async () => {
  const gone = [
    'delete from notifications.attempts where notification_id = 1',
    `delete from notifications.notifications where ${first}`,
  ]
  const neverSet = `update directory.audit set after = after || '{"notificationUrl": null}' where action = 'siteCreated'`
  const found = await foundAfter(history, [...gone, neverSet])
  expect(found.filter((one) => !one.endsWith('it goes to an address that its site never had'))).toEqual([])
})
