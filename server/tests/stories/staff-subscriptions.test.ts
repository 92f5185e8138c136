import { expect, test } from 'vitest'
import { linkIn, mailOf } from '../world/mail.ts'
import { openPeople } from '../world/staff.ts'
import { land, openSubscriptionShop } from '../world/subscriber.ts'

/** What people of a merchant do for the subscription of somebody who writes to them. */

const reason = 'She wrote to us.'

async function openDesk() {
  const shop = await openSubscriptionShop()
  const people = await openPeople(shop.world)
  const sam = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  return { shop, people, sam }
}
type Next = readonly { at: string; why: string; anchorDay?: number }[]
const days = (next: unknown, timeZone: string) =>
  (next as Next).map(({ at, why, anchorDay }) => [
    Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    why,
    anchorDay,
  ])

test('each bill says why it is on its day; a change is seen before it is made, and makes what was seen', async () => {
  const { shop, sam } = await openDesk()
  const { orderId } = await shop.subscribes()
  const { timeZone } = shop.site
  const path = `/orders/${orderId}`
  const next = async () => (await sam.call('GET', path)).body.next
  expect(days(await next(), timeZone).slice(0, 2)).toEqual([
    ['2026-06-04', 'dayOfMonth', 4],
    ['2026-07-04', 'dayOfMonth', 4],
  ])
  const change = { nextDueDate: '2026-08-31' }
  const seen = await sam.call('POST', `${path}/schedule`, { body: change, changesNothing: true })
  expect(days(seen.body.next, timeZone).slice(0, 3)).toEqual([
    ['2026-08-31', 'chosen', 31],
    ['2026-09-30', 'shortMonth', 31],
    ['2026-10-31', 'dayOfMonth', 31],
  ])
  expect(days(await next(), timeZone)[0]).toEqual(['2026-06-04', 'dayOfMonth', 4])
  await sam.call('POST', `${path}/change`, { body: { ...change, reason } })
  expect(await next()).toEqual(seen.body.next)
  const past = { body: { nextDueDate: 'soon' }, changesNothing: true }
  expect(await sam.call('POST', `${path}/schedule`, past)).toMatchObject({ status: 400 })
})

test('a subscription is cancelled after its next bill; that is seen before, said until then, and can be undone', async () => {
  const { shop, sam } = await openDesk()
  const { orderId } = await shop.subscribes()
  const path = `/orders/${orderId}`
  const when = 'afterNextBill'
  const seen = await sam.call('POST', `${path}/schedule`, { body: { when }, changesNothing: true })
  expect(days(seen.body.next, shop.site.timeZone)).toEqual([['2026-06-04', 'dayOfMonth', 4]])
  const now = await sam.call('POST', `${path}/schedule`, { body: { when: 'now' }, changesNothing: true })
  expect(now.body).toEqual({ next: [] })
  const cancelled = await sam.call('POST', `${path}/cancel`, { body: { when, reason } })
  expect(cancelled.body).toMatchObject({ status: 'in-progress', lastPeriod: 1 })
  const shown = (await sam.call('GET', path)).body
  expect(shown).toMatchObject({ lastPeriod: 1, cancelMessage: reason, next: seen.body.next })
  expect((await sam.call('POST', `${path}/keep`, { body: { reason } })).body).not.toHaveProperty('lastPeriod')
  const kept = (await sam.call('GET', path)).body
  expect(kept.next).toHaveLength(12)
  expect((kept.audit as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['orderEndPlanned', 'orderKept']),
  )
  expect(await sam.call('POST', `${path}/keep`, { body: { reason } })).toMatchObject({ status: 409 })
})

test('a subscription is ended with what is paid: nothing is billed any more, and the store is notified at the end', async () => {
  const shop = await openSubscriptionShop()
  const people = await openPeople(shop.world)
  const sam = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  const { orderId } = await shop.subscribes()
  const path = `/orders/${orderId}`
  const when = 'withPaidPeriod'
  const seen = await sam.call('POST', `${path}/schedule`, { body: { when }, changesNothing: true })
  expect(seen.body).toEqual({ next: [] })
  const planned = (await sam.call('POST', `${path}/cancel`, { body: { when, reason } })).body
  expect(planned).toMatchObject({ status: 'in-progress', lastPeriod: 0, cancelledBy: 'merchant' })
  expect(planned).toMatchObject({ endsAt: '2026-06-04T10:00:00.000Z' })
  expect(planned).not.toHaveProperty('nextDueAt')
  const other = { when: 'afterNextBill' }
  const schedule = await sam.call('POST', `${path}/schedule`, { body: other, changesNothing: true })
  expect(days(schedule.body.next, shop.site.timeZone)).toEqual([['2026-06-04', 'dayOfMonth', 4]])
  expect((await sam.call('POST', `${path}/keep`, { body: { reason } })).body).not.toHaveProperty('lastPeriod')
  await sam.call('POST', `${path}/cancel`, { body: { when, reason } })
  await shop.goesTo('2026-06-04T10:00:00Z')
  expect((await sam.call('GET', path)).body).toMatchObject({
    status: 'complete-ok',
    endReason: 'cancelled_by_merchant',
    cancelMessage: reason,
    next: [],
  })
  const logged = await shop.rows(
    `select body from outbox.events where name in ('orderChanged', 'orderStatusChanged') and subject_id = '${orderId}' order by id`,
  )
  expect(logged.map(({ body }) => body).slice(-4)).toMatchObject([
    { plannedBy: 'merchant', lastPeriod: 0 },
    { plannedBy: 'merchant', lastPeriod: null },
    { plannedBy: 'merchant', lastPeriod: 0 },
    { action: 'end', reason: 'cancelled_by_merchant' },
  ])
  const wrong = { body: { when: 'later' }, changesNothing: true }
  expect(await sam.call('POST', `${path}/schedule`, wrong)).toMatchObject({ status: 400 })
})

test('the page on which a card is changed is sent to the customer, or copied; it is not there for others', async () => {
  const { shop, people, sam } = await openDesk()
  const { orderId } = await shop.subscribes()
  const path = `/orders/${orderId}/self-service`
  const made = (await sam.call('POST', path, { body: { reason } })).body
  expect(made).not.toHaveProperty('sentTo')
  expect((await land(shop.world.http, new URL(String(made.url)).pathname, 'GET')).text).toContain('Bread')
  const sent = (await sam.call('POST', path, { body: { send: true, reason } })).body
  expect(sent).toMatchObject({ sentTo: 'ana@example.com' })
  await shop.world.runUntilIdle()
  const mail = (await mailOf(shop.world, 'ana@')).find(({ subject }) => subject.includes('link'))
  expect(linkIn(mail!)).toBe(sent.url)
  await shop.world.pass({ minutes: 1 })
  const again = { body: { send: true, reason }, headers: { 'idempotency-key': 'once' } }
  const first = (await sam.call('POST', path, again)).body
  expect((await sam.call('POST', path, again)).body).toEqual(first)
  await shop.world.runUntilIdle()
  expect((await mailOf(shop.world, 'ana@')).filter(({ subject }) => subject.includes('link'))).toHaveLength(2)
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  expect(await stranger.call('POST', path, { body: { reason }, changesNothing: true })).toMatchObject({ status: 404 })
  const { audit } = (await sam.call('GET', `/orders/${orderId}`)).body
  expect((audit as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['selfServiceLinkMade', 'selfServiceLinkSent']),
  )
})
