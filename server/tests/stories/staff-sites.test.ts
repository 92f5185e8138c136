import { expect, test } from 'vitest'
import { openShop } from '../world/shop.ts'
import { openPeople, type Person } from '../world/staff.ts'

test('the settings of a site are shown and changed by its merchant and the operator, each what is theirs, and audited', async () => {
  const shop = await openShop()
  const { site, world } = shop
  const people = await openPeople(world)
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const [operator, developer, stranger, reader] = [
    await people.person('owner'),
    await people.person('developer', merchant),
    await people.person('owner', { kind: 'merchant', id: '999' }),
    await people.person('read-only', merchant),
  ]
  const path = `/sites/${site.id}/settings`
  const change = (by: Person, body: object, options = {}) =>
    by.call('PATCH', path, { body: { reason: 'ticket 7', ...body }, ...options })

  const shown = (await developer.call('GET', path)).body
  expect(shown).toMatchObject({ id: String(site.id), attemptsMax: 3, payoutMax: '1000.00', cutOff: '00:00' })
  // Nothing is set yet: a page says beside a value what it would be.
  const { body: defaults } = await reader.call('GET', '/site-defaults')
  expect(defaults).toMatchObject({ attemptsMax: 3, retrySchedule: 'P1D,P3D,P7D', reminders: true, wallets: [] })
  expect(shown).toMatchObject({ ...defaults, timeZone: 'Europe/Bucharest' })
  expect((await operator.call('GET', '/sites')).body).toMatchObject({ data: [shown], total: 1 })
  expect((await stranger.call('GET', '/sites')).body).toMatchObject({ data: [], total: 0 })
  expect(await stranger.call('GET', path)).toMatchObject({ status: 404, body: { reason: 'site_not_found' } })
  const nothing = { changesNothing: true }
  expect(await change(stranger, { name: 'Mine' }, nothing)).toMatchObject({ status: 404 })
  expect(await change(reader, { name: 'Mine' }, nothing)).toMatchObject({ status: 403 })

  const logo = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
  const mine = { logo, themeColor: '#123ABC', attemptsMax: 7, retrySchedule: 'P2D,P9D', frameAncestors: [] }
  expect(await change(developer, mine)).toMatchObject({ status: 200, body: { ...mine, themeColor: '#123abc' } })
  expect((await change(developer, { logo: null })).body).not.toHaveProperty('logo')
  for (const [field, value] of Object.entries({ payoutsAllowed: true, active: false, underAttack: false }))
    expect(await change(developer, { name: 'Mine', [field]: value }, nothing)).toMatchObject({
      status: 403,
      body: { reason: 'setting_of_operator', message: `Only the operator changes ${field}. Ask the operator for it.` },
    })
  const late = { attemptsMax: 9, seen: { attemptsMax: 3, logo: null } }
  expect(await change(developer, late, nothing)).toMatchObject({
    status: 409,
    body: { reason: 'setting_changed_meanwhile', field: 'attemptsMax' },
  })
  const wrong = { logo: 'data:text/html;base64,PGI+', themeColor: 'red', attemptsMax: 21, retrySchedule: 'often' }
  for (const [field, value] of Object.entries(wrong)) {
    const refused = await change(developer, { [field]: value }, nothing)
    expect(refused.status, field).toBe(400)
    expect(JSON.stringify(refused.body), field).toContain(field)
  }
  const theirs = { payoutsAllowed: true, payoutMax: '77.00', cutOff: '03:30', underAttack: true, country: 'FR' }
  expect(await change(operator, theirs)).toMatchObject({ status: 200, body: theirs })

  const audited = `select actor, reason, after from directory.audit where action = 'siteChanged' order by id`
  expect(await shop.rows(audited)).toMatchObject([
    { actor: `staff ${developer.staff.id}`, reason: 'ticket 7', after: { attemptsMax: 7, themeColor: '#123abc' } },
    { actor: `staff ${developer.staff.id}`, reason: 'ticket 7' },
    { actor: `staff ${operator.staff.id}`, reason: 'ticket 7', after: { payoutsAllowed: true, country: 'FR' } },
  ])
})
