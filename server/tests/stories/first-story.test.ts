import { expect, test } from 'vitest'
import { balancesOf } from '#acquiring/merchant-payouts'
import { readConfig } from '../../src/app/config.ts'
import { seedStaging } from '../../src/app/seed-staging.ts'
import { openStory } from '../../src/app/story/open-story.ts'
import { longTest } from '../world/length.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

/** The same world from inside, with a shorter past: three days instead of two months. */
const storyOf = ({ app, databaseUrl }: World) =>
  openStory({ app, config: app.config, log: app.log, databaseUrl, publicUrl, days: 3 })

test('a first start plays a story in which everything happens at its own time and the books agree, and no other start does', async () => {
  await using world = await createWorld()
  const story = await storyOf(world)
  const seeded = await seedStaging(story!.app, world.app.config, publicUrl)
  await story!.begin(seeded)
  await story!.play()

  expect(world.logged.filter((line) => line.includes('left out'))).toEqual([])
  const [counted] = await world.query(`select
    (select count(*) from payments.payments where type = 'deposit')::int as payments,
    (select count(distinct created_at::date) from payments.payments)::int as days,
    (select count(*) from payments.payments where created_at > '${world.clock.now()}')::int as later,
    (select count(*) from payments.payments where status = 'uncertain')::int as uncertain,
    (select count(*) from kyc.cases where status = 'pending_review')::int as waiting,
    (select count(*) from access.approvals where status = 'requested')::int as approvals,
    (select count(*) from networkreports.reports)::int as "networkReports",
    (select count(*) from directory.sites where pay_form is not null)::int as "payForms",
    (select count(distinct link_id) from links.uses)::int as "usedLinks"`)
  expect(counted).toMatchObject({ days: 4, later: 0, uncertain: 1, approvals: 2, networkReports: 1, payForms: 1 })
  expect(counted!.payments).toBeGreaterThan(12)
  expect(counted!.waiting).toBeGreaterThanOrEqual(2)
  // The payout that waits for an approval can be made after it.
  const balances = await balancesOf(world.app, seeded.shop!.site.merchantId)
  expect(balances.filter(({ hindrance }) => !hindrance).map(({ currency }) => currency)).toContain('EUR')
  expect((await world.verify()).differences).toEqual([])
  expect(await storyOf(world)).toBeUndefined()
})

test('a story that is interrupted leaves topups notified where they are for good, and due work to the others', async () => {
  await using world = await createWorld()
  const story = await storyOf(world)
  const seeded = await seedStaging(story!.app, world.app.config, publicUrl)
  await story!.begin(seeded)
  await Promise.all([story!.play(), story!.stop()])
  const sites = await world.query(`select notification_url as url from directory.sites where name = 'Topups'`)
  expect(sites.map(({ url }) => new URL(String(url)).origin)).toEqual(sites.map(() => publicUrl))
  expect(await world.query('select run_by from florin.clock where run_by is not null')).toEqual([])
})

// In small: a first start of staging has a story, unless it is switched off
longTest('a staging installation that has a site or a partner is used, whatever they are called', async () => {
  await using world = await createWorld()
  await world.merchant()
  expect(await storyOf(world)).toBeUndefined()
  await using other = await createWorld()
  await other.app.partners.create({ by: { actor: 'test', fromWhere: 'test' }, name: 'Bank', live: false })
  expect(await storyOf(other)).toBeUndefined()
})

test('a first start of staging has a story, unless it is switched off', () => {
  expect(readConfig({}).story).toBe(true)
  expect(readConfig({ FLORIN_STORY: 'off' }).story).toBe(false)
})
