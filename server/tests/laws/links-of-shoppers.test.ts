import { expect, test } from 'vitest'
import type { StaffRoute } from '#core/access'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { at, kept, nameOf } from '../world/kept-things.ts'
import type { Payer } from '../world/payouts.ts'
import { richHistory } from '../world/rich-history.ts'
import { openPeople, type People, platform } from '../world/staff.ts'
import { routes } from './routes.ts'

/** The mailbox of staging stands for the mailboxes of all persons, and is public there. */
const mailbox = /^\/mailbox/

/** The addresses of pages that a browser opens without a log-in: who has one acts as the person it was made for. */
const acts = new RegExp(
  `(?:${[...new Set(routes.filter((one) => one.endsWith(' session')).map((one) => one.split(' ')[1]!.replace(/\/:.*/, '')))].join('|')})[/?][^\\s"]+`,
  'g',
)

/** An email that leads to a subscription and a shopper who is at their bank. */
async function adds(shop: Payer, people: People): Promise<void> {
  const owner = await people.person('owner')
  const [subscription] = await shop.rows(`select id::text from orders.orders where status = 'in-progress' limit 1`)
  const body = { reason: 'She has lost it.', send: true }
  expect((await owner.call('POST', `/orders/${subscription!.id}/self-service`, { body })).status).toBe(200)
  const ana = await shop.sends({ amount: '30.00' })
  expect((await ana.pays()).text).toContain('Your bank wants to be sure')
  await shop.world.runUntilIdle()
}

test('no reply to who may only read has an address that acts for a shopper or a customer', async () => {
  const shop = await richHistory()
  const { world } = shop
  const people = await openPeople(world)
  await adds(shop, people)
  const readers = await Promise.all(
    [
      platform,
      { kind: 'merchant', id: String(shop.site.merchantId) } as const,
      { kind: 'partner', id: String((await shop.rows('select id from partners.partners'))[0]!.id) } as const,
    ].map((scope) => people.person('read-only', scope)),
  )
  const banks = await shop.rows(`select challenge->>'url' as url from payments.payments where challenge is not null`)
  expect(banks).toHaveLength(1)
  const reads = ({ path, permission }: StaffRoute) =>
    !mailbox.test(path) && (permission === undefined || permission.endsWith(':read'))
  const wrong: string[] = []
  let [replies, links] = [0, 0]
  for (const route of staffRoutes(world.app).filter(reads)) {
    for (const path of await pathsOf(shop, route)) {
      for (const { token } of readers) {
        const { statusCode, body } = await world.http.inject({
          method: route.method,
          url: `/staff/v1${path}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(route.method !== 'GET' && { payload: JSON.stringify({ reason: 'A law tries it.' }) }),
        })
        if (statusCode === 200) replies++
        if (body.includes("a link to the shopper's page")) links++
        for (const [address] of body.matchAll(acts)) wrong.push(`${route.method} ${path}: ${address}`)
        if (banks.some(({ url }) => body.includes(String(url)))) wrong.push(`${route.method} ${path}: the bank`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect({ replies: replies > 300, links: links > 3 }).toEqual({ replies: true, links: true })
})

/** Its path for each of the things that there are, or what a list is asked. */
async function pathsOf(shop: Payer, route: StaffRoute): Promise<string[]> {
  if (!route.path.includes(':')) return [route.path, `${route.path}?siteId=${shop.site.id}&size=100`]
  const table = kept[nameOf(route)]
  // Of the operator's own things the lists are read.
  if (table === undefined) return []
  const rows = await shop.rows(`select id::text from ${table} order by id limit 60`)
  return rows.map(({ id }) => at(route, String(id)))
}
