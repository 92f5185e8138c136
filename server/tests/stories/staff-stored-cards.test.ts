import { expect, onTestFinished, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { exportAs, openPeople, type Person } from '../world/staff.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'

type Card = { id: string; siteId: string; shopperId: string; expiry: string; expires: string; subscriptions: number }
type Page = { data: Card[]; next?: string; previous?: string; total: number; totalIsExact: boolean }

/** A shop with three subscriptions on May 28, and copies of their cards at three sites, many stored at one moment. */
async function openShop() {
  const shop = await openSubscriptionShop({ timeZone: 'Europe/Bucharest' })
  const { world, site } = shop
  // Copies have no number in the vault: they are taken away before everything is verified.
  onTestFinished(async () => {
    await world.query(`delete from shoppers.cards where brand in ('mastercard', 'amex')`)
    await world.query(`delete from shoppers.shoppers where identifier like 'copied-%'`)
  })
  await shop.subscribes({ orderId: 'lasting' })
  await shop.goesTo('2026-05-28T10:30:00Z')
  await shop.subscribes({ orderId: 'ending', order: { intervalType: 'day', intervalValue: 10 }, expiry: '05/26' })
  await shop.subscribes({ orderId: 'next', expiry: '06/26' })
  const people = await openPeople(world)
  const { merchantId, ...rest } = (await world.app.directory.site(site.id))!
  const second = await world.app.directory.createSite({
    ...rest,
    by: { actor: 'test', fromWhere: 'test' },
    merchantId,
    notificationUrl: rest.notificationUrl!,
  })
  const other = await world.merchant()
  return {
    ...shop,
    mia: await people.person('owner', { kind: 'merchant', id: String(site.merchantId) }),
    stranger: await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) }),
    operator: await people.person('owner'),
    second: second.site,
    other: other.site,
    /** Cards of new customers with one moment each five, every third deleted. */
    stores: (count: number) =>
      world.query(`
        with one as (select * from shoppers.cards order by id limit 1),
             people as (insert into shoppers.shoppers (site_id, identifier, created_at)
               select (array[${site.id}, ${second.site.id}, ${other.site.id}])[1 + n % 3], 'copied-' || n, now()
               from generate_series(1, ${count}) as n returning id, site_id)
        insert into shoppers.cards (site_id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year, fingerprint,
                                    status, created_at)
        select p.site_id, p.id, gen_random_uuid(), 'mastercard', '555555', '4444', 1 + p.id % 12, 2025 + p.id % 3, one.fingerprint,
               case when p.id % 4 = 0 then 'deleted' else 'active' end,
               timestamptz '2026-04-01 10:00Z' - p.id / 5 * interval '1 hour'
        from people p, one`),
  }
}
const get = async (by: Person, query: string) =>
  (await by.call('GET', `/stored-cards?${query}`)).body as unknown as Page
const ids = ({ data }: Page) => data.map(({ id }) => id)

test('a merchant sees which stored cards lapse, and whether a subscription is billed with them', async () => {
  const { mia, world } = await openShop()
  expect((await get(mia, '')).data).toEqual([
    expect.objectContaining({ expiry: '06/2026', expires: 'next-month', subscriptions: 1, storeCustomerId: 'ana' }),
    expect.objectContaining({ expiry: '05/2026', expires: 'this-month', subscriptions: 1, brand: 'visa' }),
    expect.objectContaining({ expires: 'later', subscriptions: 1, card: expect.stringMatching(/^\d{6}\*{6}\d{4}$/) }),
  ])
  expect(await get(mia, 'expires=this-month,next-month&subscriptions=some')).toMatchObject({ total: 2 })
  expect(await get(mia, 'expires=!later&subscriptions=none')).toMatchObject({ total: 0, data: [] })
  // What is billed with a card, and when it was charged last.
  const [first] = (await get(mia, 'expires=next-month')).data
  const whole = (await mia.call('GET', `/stored-cards/${first!.id}`)).body
  expect(whole).toMatchObject({
    lastUsedAt: expect.stringContaining('2026-05-28T'),
    billed: [{ storeOrderId: 'next', status: 'in-progress', amount: '30.00', nextBillAt: expect.any(String) }],
  })
  await world.query(`update shoppers.cards set wallet = 'applePay' where id = ${first!.id}`)
  expect(ids(await get(mia, 'method=applePay'))).toEqual([first!.id])
  expect((await get(mia, 'method=card')).data.map(({ id }) => id)).not.toContain(first!.id)
  await world.query(`update shoppers.cards set wallet = null where id = ${first!.id}`)
  // On June 1 the card of May has expired.
  world.clock.set(Temporal.Instant.from('2026-05-31T21:00:00Z'))
  const [expired, ...others] = (await get(mia, 'expires=expired')).data
  expect([expired!.expiry, expired!.expires, others]).toEqual(['05/2026', 'expired', []])
  // Deleted, no subscription is billed with it.
  const reason = 'She has asked for it.'
  await mia.call('POST', `/stored-cards/${expired!.id}/remove`, { body: { reason } })
  expect(await get(mia, 'expires=expired')).toMatchObject({ total: 0 })
  expect((await get(mia, 'status=deleted')).data).toMatchObject([{ id: expired!.id, subscriptions: 0 }])
  expect((await mia.call('GET', `/stored-cards/${expired!.id}`)).body).toMatchObject({ status: 'deleted' })
})

// In small: a list is read on from where its reader was, of what is the reader's alone, and goes into a file as it is
longTest('stored cards are read on from one of them, there and back, and a file has the same', async () => {
  const { mia, stranger, operator, site, second, other, stores, world } = await openShop()
  await stores(60)
  const rows = (await world.query(
    `select id::text, site_id, status, expiry_year, expiry_month from shoppers.cards order by created_at desc, id desc`,
  )) as { id: string; site_id: number; status: string; expiry_year: number; expiry_month: number }[]
  const own = rows.filter(({ site_id }) => site_id !== other.id)
  const all = own.map(({ id }) => id)
  expect(ids(await get(mia, 'size=100'))).toEqual(all)
  expect(ids(await get(mia, 'size=100&sort=created'))).toEqual(all.toReversed())

  // Five have one moment, and pages end among them.
  const walked: string[] = []
  let page = await get(mia, 'size=7')
  expect(page).toMatchObject({ total: own.length, totalIsExact: true })
  for (walked.push(...ids(page)); page.next; walked.push(...ids(page)))
    page = await get(mia, `size=7&after=${page.next}`)
  expect(walked).toEqual(all)
  for (; page.previous; page = await get(mia, `size=7&before=${page.previous}`))
    expect(all.join()).toContain(ids(page).join())
  expect(ids(page)).toEqual(all.slice(0, 7))

  const deleted = own.filter(({ status }) => status === 'deleted').map(({ id }) => id)
  expect(ids(await get(mia, 'size=100&status=deleted'))).toEqual(deleted)
  const later = own.filter(
    ({ status, expiry_year: year, expiry_month: month }) => status === 'active' && year * 12 + month > 2026 * 12 + 6,
  )
  expect(ids(await get(mia, 'size=100&expires=later'))).toEqual(later.map(({ id }) => id))
  expect(await get(mia, 'size=1&expires=later')).toMatchObject({ total: later.length })
  const [oldest] = (await get(mia, 'size=1&sort=created')).data
  expect(ids(await get(mia, `customer=${oldest!.shopperId}`))).toEqual([oldest!.id])
  expect((await get(mia, 'created=2026-05-01..&size=100')).data).toHaveLength(3)
  expect((await get(mia, 'created=2026-04-01..2026-04-30&size=100')).total).toBe(0)
  expect((await get(mia, 'created=..2026-05-01&size=100&last4=4444&brand=mastercard')).total).toBe(own.length - 3)

  // Of others nothing is there; the operator reads all sites as one list.
  expect(ids(await get(stranger, 'size=100'))).toEqual(
    rows.filter(({ site_id }) => site_id === other.id).map(({ id }) => id),
  )
  expect(ids(await get(operator, 'size=100'))).toEqual(rows.map(({ id }) => id))
  expect((await mia.call('GET', `/stored-cards?siteId=${other.id}`)).body).toMatchObject({ reason: 'site_not_found' })
  expect((await stranger.call('GET', `/stored-cards/${all[0]}`)).body).toMatchObject({ reason: 'card_not_found' })
  expect(ids(await get(mia, `siteId=${site.id},${second.id}&size=100`))).toEqual(all)

  const file = await exportAs(world, mia, 'stored-cards?status=deleted&sort=-created')
  expect(file.lines[0]).toBe(
    'id,site_id,shopper_id,store_customer_id,email,first_name,last_name,brand,card,wallet,expiry,expires,holder_name,status,subscriptions,last_used_at,created_at,created_at_utc,times are in Europe/Bucharest',
  )
  expect(file.lines.slice(1).map((line) => line.split(',')[0])).toEqual(deleted)
})

test('a program of the version before stores cards without their site, and they are in the list', async () => {
  const { mia, world } = await openShop()
  const [newest] = (await get(mia, '')).data
  await world.query(`
    insert into shoppers.cards (shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year, fingerprint, status, created_at)
    select shopper_id, gen_random_uuid(), 'amex', first6, '0005', 1, 2031, fingerprint, 'deleted', created_at from shoppers.cards where id = ${newest!.id}`)
  const { data } = await get(mia, 'brand=amex')
  expect(data).toMatchObject([{ siteId: newest!.siteId }])
  // Its customer has paid with other cards, and not with this one.
  expect([newest, data[0]].map((card) => card && 'lastUsedAt' in card)).toEqual([true, false])
})
