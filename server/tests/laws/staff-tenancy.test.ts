import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StaffRoute } from '#core/access'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { at, kept, nameOf } from '../world/kept-things.ts'
import { openPartner } from '../world/partner.ts'
import { richHistory } from '../world/rich-history.ts'
import { openPeople, type Person } from '../world/staff.ts'
import type { World } from '../world/world.ts'

/**
 * What the staff of one organization cannot reach of another, at every route that names a thing in its path. A new kind of thing
 * fails here until it is known where one is kept.
 */

/** Of these the history has none: stories with two organizations try them. */
const none: readonly string[] = [
  ...[
    'card-disputes',
    'card-transactions',
    'cards',
    'deposits',
    'export-tasks',
    'fee-invoices',
    'invoices',
    'invoices/parked',
  ],
  ...['me/sessions', 'merchant-payouts', 'products', 'requests', 'saved-views', 'screening/hits', 'sessions', 'topups'],
]
/** And of this merchant there are none. */
const unset = '/merchants/:merchantId/billing-details'

async function idsOf({ db }: World['app']): Promise<ReadonlyMap<string, string>> {
  const rows = await Promise.all(
    Object.entries(kept).map(async ([name, table]) => {
      const [row] = await db.run(`select id::text from ${table} order by id limit 1`, [])
      return [name, row?.id] as const
    }),
  )
  return new Map(rows.flatMap(([name, id]) => (id === undefined ? [] : [[name, id as string] as const])))
}

/** What is replied about a thing of others, and about one that is nowhere. */
async function differences(thief: Person, route: StaffRoute, id: string): Promise<string[]> {
  const tried = async (id: string) => {
    const body = route.method === 'GET' ? {} : { body: { reason: 'A law tries it.' } }
    const { status, body: reply } = await thief.call(route.method, at(route, id), { ...body, changesNothing: true })
    const replied = JSON.stringify([status, reply.reason, reply.message, reply.problems, reply.data])
    const isEmpty = Array.isArray(reply.data) && reply.data.length === 0
    const own = new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g')
    return { isHidden: status < 500 && (status >= 400 || isEmpty), replied: replied.replaceAll(own, '') }
  }
  const [real, nothing] = [await tried(id), await tried(id.includes('-') ? randomUUID() : '987654321')]
  const isHidden = real.isHidden && real.replied === nothing.replied
  return isHidden ? [] : [`${route.method} ${route.path}: ${real.replied}, and of none ${nothing.replied}`]
}

test('to the staff of another merchant and of another partner a thing is as if it were not there, and nothing is done to it', async () => {
  const { world } = await richHistory()
  const people = await openPeople(world)
  const operator = await people.person()
  const stranger = await world.merchant()
  const other = await openPartner(world, 'Somebody else')
  const thieves = [
    await people.person('owner', { kind: 'merchant', id: String(stranger.site.merchantId) }),
    await people.person('owner', { kind: 'partner', id: String(other.partner.id) }),
  ]
  const routes = staffRoutes(world.app).filter(({ caller, path }) => caller !== 'operator' && path.includes(':'))
  expect([...new Set(routes.map(nameOf))].toSorted()).toEqual(Object.keys(kept).toSorted())
  const ids = await idsOf(world.app)
  const missing = Object.keys(kept).filter((name) => !ids.has(name))

  const tried = routes.flatMap((route) => {
    const id = ids.get(nameOf(route))
    return id === undefined ? [] : [{ route, id }]
  })
  const entries = async () => (await world.app.db.run('select count(*) as n from directory.audit', []))[0]!.n
  const before = await entries()
  const wrong: string[] = []
  for (const { route, id } of tried) for (const thief of thieves) wrong.push(...(await differences(thief, route, id)))
  const written = (await entries()) !== before

  // And what they tried is there: the operator reads it.
  const unread: string[] = []
  for (const { route, id } of tried.filter(
    ({ route: { method, path } }) => method === 'GET' && path.split(':').length === 2,
  ))
    if (route.path !== unset && (await operator.call('GET', at(route, id))).status === 404) unread.push(route.path)
  expect({ wrong, written, unread, missing }).toEqual({ wrong: [], written: false, unread: [], missing: none })
})
