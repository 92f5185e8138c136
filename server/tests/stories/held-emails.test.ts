import { expect, test } from 'vitest'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { holdable } from '../../src/app/hold/held-kinds.ts'
import { holdInstallation } from '../../src/app/hold/hold-installation.ts'
import { lateWork } from '../../src/app/late-work.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { counting, scrape } from '../world/scrape.ts'

test('emails from before a restore, however many, keep back none that is written after it', async () => {
  const { world, pays } = await openPaymentsFixture({})
  const { app, clock, query } = world
  for (let before = 0; before < 6; before++) await pays()
  clock.pass({ minutes: 1 })
  const since = clock.now()
  const waiting = `select id::text as id, leased_until from emails.emails order by id`
  const old = await query(waiting)
  await pays()
  const [newest] = (await query(waiting)).slice(-1)
  const mail = holdable(app.jobs, { heldSince: async () => since }).find(({ name }) => name === 'send emails')!
  expect(old.length).toBeGreaterThan(3)
  expect((await mail.claim(2)).map(String)).toEqual([newest!.id])
  expect((await query(waiting)).filter(({ leased_until }) => leased_until !== null).map(({ id }) => id)).toEqual([
    newest!.id,
  ])
  expect(await mail.claim(2)).toEqual([])
})

test('what waits for a person after a restore is counted apart from what is late', async () => {
  const { world, pays } = await openPaymentsFixture({}, { environment: counting })
  const { app, clock } = world
  const by = { actor: 'test', fromWhere: 'test', reason: undefined }
  await describeInstallation({ db: app.db, react: async () => [], now: clock.now(), by }, app.config)
  await pays()
  clock.pass({ hours: 2 })
  const lateKinds = async () => (await lateWork(app)).map(({ work }) => work)
  expect(await lateKinds()).toContain('send emails')
  await holdInstallation({ ...app, react: async () => [] }, clock.now(), 'restored')
  expect(await lateKinds()).not.toContain('send emails')
  await pays()
  const held = await scrape(app)
  expect(held.of('florin_due_items', { work: 'send emails' })).toBe(1)
  expect(held.of('florin_due_oldest_seconds', { work: 'send emails' })).toBe(0)
  expect(held.of('florin_held_items', { work: 'send emails' })).toBe(1)
  // Those that the workers leave undone are late all the same.
  clock.pass({ hours: 2 })
  expect(await lateKinds()).toContain('send emails')
})
