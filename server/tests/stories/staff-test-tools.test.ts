import { expect, test } from 'vitest'
import { testCards } from '#connectors/acquirer/sandbox/index.ts'
import { testToolRoutes } from '../../src/surfaces/staff-api/test-tool-routes.ts'
import { openShop } from '../world/shop.ts'
import { openPeople, platform } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

/** What the dashboard has for tests of an integration: the clock, the mailbox and the cards of staging. */

const reason = 'A month of bills.'

test('a developer of a merchant moves the clock for the whole installation; others read it', async () => {
  await using world = await createWorld({ ownTime: true })
  const people = await openPeople(world)
  const { site } = await world.merchant()
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const [dan, sam] = [await people.person('developer', merchant), await people.person('support', merchant)]
  const before = (await sam.call('GET', '/clock')).body
  const moved = await dan.call('POST', '/clock', { body: { how: 'run', by: 'P1D', reason } })
  expect(moved).toMatchObject({ status: 200, body: { paused: false, more: false } })
  const gone = Temporal.Instant.from(String(moved.body.now)).since(Temporal.Instant.from(String(before.now)))
  expect(gone.total('hours')).toBeGreaterThanOrEqual(24)
  expect(await dan.call('POST', '/clock', { body: { how: 'pause', reason } })).toMatchObject({ body: { paused: true } })
  expect(await dan.call('POST', '/clock', { body: { how: 'run', reason }, changesNothing: true })).toMatchObject({
    status: 400,
    body: { reason: 'clock_goal_missing', field: 'by' },
  })
  expect((await sam.call('POST', '/clock', { body: { how: 'next', reason } })).status).toBe(403)
})

test('each reads the emails that were sent for them, and the operator all; in production there are no such routes', async () => {
  const { world, site, sends } = await openShop()
  const people = await openPeople(world)
  const [mia, stranger, nora, olga] = await Promise.all([
    people.person('owner', { kind: 'merchant', id: String(site.merchantId) }),
    people.person('owner', { kind: 'merchant', id: '999' }),
    people.person('owner', { kind: 'partner', id: '501' }),
    people.person('owner', platform),
  ])
  await (await sends()).pays()
  await world.runUntilIdle()
  const [mail] = (await mia.call('GET', '/mailbox')).body.data as { id: string; to: string }[]
  expect((await mia.call('GET', `/mailbox/${mail!.id}`)).body).toMatchObject({ to: mail!.to, files: [] })
  expect((await olga.call('GET', '/mailbox')).body).toMatchObject({ total: 1, data: [{ id: mail!.id }] })
  for (const foreign of [stranger, nora]) {
    expect((await foreign.call('GET', '/mailbox')).body).toMatchObject({ total: 0 })
    expect(await foreign.call('GET', `/mailbox/${mail!.id}`)).toMatchObject({ status: 404 })
  }
  const { cards } = (await nora.call('GET', '/test-cards')).body as { cards: { number: string }[] }
  expect(cards.map(({ number }) => number)).toContain(testCards[0]!.number)
  expect(testToolRoutes({ ...world.app, config: { ...world.app.config, environment: 'production' } })).toEqual([])
})
