import { expect, test } from 'vitest'
import { findCase, kycStatusOf } from '#issuing/kyc'
import { type Hit, openHitsOf, rescreen, screeningOf, screenPerson, showHit } from '#issuing/screening'
import { longTest } from '../world/length.ts'
import { plastic } from '../world/programme.ts'
import { compliance, euXml, lenka, loads, others, tavio } from '../world/sanctions.ts'
import { ana, list, namesake, openScreened, tavioHimself } from '../world/screened.ts'
import { openPeople } from '../world/staff.ts'

test('a customer who is on no list has no hit, and one who is has it kept with list, entry and score', async () => {
  const { world, app, customer } = await openScreened()
  const { version } = await loads(world, 'ofac', list(tavio, lenka))
  const [first, second] = [await customer(), await customer()]
  expect(await screenPerson(app, first.holderId, ana)).toEqual([])
  expect(await screenPerson(app, second.holderId, tavioHimself)).toMatchObject([
    {
      list: 'ofac',
      reference: '9001',
      versionId: version.id,
      name: 'Tavio BRENHOLM',
      scoreThousandths: 1000,
      birth: 'same',
      country: 'same',
      strong: true,
      status: 'open',
    },
  ])
  expect(await openHitsOf(app.db, second.holderId)).toHaveLength(1)
  expect(await screeningOf(app.db, first.holderId)).toMatchObject({ open: [], trueMatches: [] })
  expect((await world.verify()).differences).toEqual([])
})

test('an approved customer with the name and the year of birth of a listed person is under review, and no card works', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const holder = await customer()
  const card = await holder.card()
  await screenPerson(app, holder.holderId, tavioHimself)
  expect(await kycStatusOf(app.db, holder.holderId)).toBe('pending_review')
  expect(await holder.statusOf(card)).toBe('suspended')
  expect(await holder.issue()).toMatchObject({ status: 403 })
})

test('a card that is issued, reissued or activated while its holder is found on a list does not escape', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const holder = await customer()
  const [inThePost, used] = [await holder.card(plastic), await holder.card(plastic)]
  await holder.post(used, '/activate', { lastFour: used.last4 })
  const kycCase = (await findCase(app.db, holder.holderId))!
  const held = await world.holdRow('kyc.cases', kycCase.id)
  const screened = screenPerson(app, holder.holderId, tavioHimself)
  await world.untilWaiting(1)
  const asked = Promise.all([
    holder.issue(),
    holder.post(inThePost, '/activate', { lastFour: inThePost.last4 }),
    holder.post(used, '/reissue/damaged'),
    screened,
  ])
  await world.untilWaiting(4)
  await held.release()
  await asked
  const { body } = await holder.call('GET', '/cards')
  expect((body.data as { status: string }[]).filter(({ status }) => status === 'active')).toEqual([])
  expect((await world.verify()).differences).toEqual([])
})

test('a physical card in the post is not activated while its holder is under review', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const holder = await customer()
  const card = await holder.card(plastic)
  await screenPerson(app, holder.holderId, namesake)
  expect((await holder.post(card, '/activate', { lastFour: card.last4 })).body).toMatchObject({
    code: 403,
    reason: 'kyc_not_approved',
  })
  expect(await holder.statusOf(card)).toBe('readyToBeActivated')
})

// In small: the same name in the same year holds a person up, and in another year it does not
longTest('a namesake of another age is under review too, and the cards go on', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const holder = await customer()
  const card = await holder.card()
  await screenPerson(app, holder.holderId, namesake)
  expect(await kycStatusOf(app.db, holder.holderId)).toBe('pending_review')
  expect(await holder.statusOf(card)).toBe('active')
})

test('who is confirmed to be a listed person has no card that works, whatever the hit looked like', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const holder = await customer()
  const card = await holder.card()
  const [hit] = await screenPerson(app, holder.holderId, namesake)
  await decides(hit, 'confirm')
  expect(await holder.statusOf(card)).toBe('suspended')
  expect(await screeningOf(app.db, holder.holderId)).toMatchObject({
    open: [],
    trueMatches: [{ status: 'true_match' }],
  })
})

test('a new list compares everybody again, a hit reopens the case of an approved customer, and it is known how far it is', async () => {
  const { world, app, customer } = await openScreened()
  const people = [await customer(), await customer(), await customer()]
  await screenPerson(app, people[0]!.holderId, ana)
  await screenPerson(app, people[1]!.holderId, namesake)
  await screenPerson(app, people[2]!.holderId, { names: ['Ленка Восструп'], countries: [] })
  await loads(world, 'ofac', list(tavio))
  await world.runUntilIdle()
  expect(await world.query('select screened, hits, superseded from screening.runs')).toEqual([
    { screened: 3, hits: 1, superseded: false },
  ])
  await loads(world, 'eu', euXml([lenka, ...others]))
  await world.runUntilIdle()
  const statuses = await Promise.all(people.map(({ holderId }) => kycStatusOf(app.db, holderId)))
  expect(statuses).toEqual(['approved', 'pending_review', 'pending_review'])
  expect((await world.verify()).differences).toEqual([])
})

test('what was decided stays decided for later versions, until the entry changes', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  await decides((await screenPerson(app, holderId, namesake))[0], 'clear')

  await loads(world, 'ofac', list(tavio, lenka))
  await world.runUntilIdle()
  expect(await openHitsOf(app.db, holderId)).toEqual([])

  await loads(world, 'ofac', list({ ...tavio, born: '1994' }, lenka))
  await world.runUntilIdle()
  expect(await openHitsOf(app.db, holderId)).toMatchObject([{ reference: '9001', birth: 'same', strong: true }])
})

test('a decision about other facts of the person does not hold for the new ones', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  await decides((await screenPerson(app, holderId, namesake))[0], 'clear')
  await screenPerson(app, holderId, { ...namesake, countries: ['RO', 'RO'] })
  expect(await openHitsOf(app.db, holderId)).toEqual([])
  await screenPerson(app, holderId, tavioHimself)
  expect(await openHitsOf(app.db, holderId)).toMatchObject([{ birth: 'same' }])
})

test('an open hit of an entry that changes is superseded by the hit of the new one', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  await screenPerson(app, holderId, namesake)
  await loads(world, 'ofac', list({ ...tavio, country: 'Syria' }))
  await world.runUntilIdle()
  const hits = await world.query('select status from screening.hits order by id')
  expect(hits).toEqual([{ status: 'superseded' }, { status: 'open' }])
})

test('a person who decides says why, decides what is open, and may decide it anew', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  const [hit] = await screenPerson(app, holderId, namesake)
  await expect(decides(hit, 'clear', ' ')).rejects.toMatchObject({ code: 'hit_reason_missing' })
  await expect(decides({ ...hit!, id: 4711n as Hit['id'] }, 'clear')).rejects.toMatchObject({ code: 'hit_not_found' })
  await decides(hit, 'clear')
  await expect(decides(hit, 'confirm')).rejects.toMatchObject({
    code: 'hit_transition',
    details: { allowed: ['reopen'] },
  })
  await decides(hit, 'reopen', 'the passport is forged')
  await decides(hit, 'confirm')
  const { steps, person, entry, isCurrent } = await showHit(app, { by: compliance, hitId: hit!.id })
  expect(steps.map(({ action, reason }) => [action, reason])).toEqual([
    ['open', undefined],
    ['clear', 'compared with the passport'],
    ['reopen', 'the passport is forged'],
    ['confirm', 'compared with the passport'],
  ])
  expect([person.names, entry.names, isCurrent]).toEqual([['Tavio Brenholm'], [{ name: 'Tavio BRENHOLM' }], true])
  const audited = await world.query(`select action from directory.audit where subject_type = 'hit' order by id`)
  expect(audited.map(({ action }) => action)).toEqual(['hitDecided', 'hitDecided', 'hitDecided', 'hitViewed'])
})

test('two people who decide at the same moment: one does, and the other learns what was decided', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const [hit] = await screenPerson(app, (await customer()).holderId, namesake)
  const outcomes = await Promise.allSettled([decides(hit, 'clear'), decides(hit, 'confirm')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'hit_transition' } })
})

test('the same person screened by several processes at once has one hit of each entry', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  await Promise.all([1, 2, 3, 4].map(() => screenPerson(app, holderId, namesake)))
  expect(await openHitsOf(app.db, holderId)).toHaveLength(1)
})

test('a person who is screened while a list is loaded is compared with the new one', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(lenka))
  const { holderId } = await customer()
  const { screener } = app
  const before = await screener.current()
  // This process has read the lists; the new version and its whole run are done before it commits.
  let calls = 0
  const late = { ...screener, current: async () => (calls++ === 0 ? before : screener.current()) }
  await loads(world, 'ofac', list(lenka, tavio))
  await world.runUntilIdle()
  await screenPerson({ ...app, screener: late }, holderId, namesake)
  expect(await openHitsOf(app.db, holderId)).toHaveLength(1)
  expect(calls).toBe(2)
})

test('a comparison of everybody that is asked for finds what other thresholds find', async () => {
  const { world, app, customer } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  await screenPerson(app, holderId, { names: ['Tavo Brenhelm'], countries: [] })
  const loose = { ...app, screener: { ...app.screener, settings: { ...app.screener.settings, review: 0.99 } } }
  const strict = await openHitsOf(app.db, holderId)
  expect(strict).toHaveLength(1)
  const another = (await customer()).holderId
  await screenPerson(loose, another, { names: ['Tavo Brenhelm'], countries: [] })
  expect(await openHitsOf(app.db, another)).toEqual([])
  await rescreen(app, { by: compliance })
  await world.runUntilIdle()
  expect(await openHitsOf(app.db, another)).toHaveLength(1)
})

test('a run that is under way ends when the next list is loaded, and everybody is in the next', async () => {
  const { world, app, customer } = await openScreened()
  await screenPerson(app, (await customer()).holderId, namesake)
  await loads(world, 'ofac', list(lenka))
  await loads(world, 'ofac', list(lenka, tavio))
  await world.runUntilIdle()
  expect(await world.query('select screened, superseded from screening.runs order by id')).toEqual([
    { screened: 0, superseded: true },
    { screened: 1, superseded: false },
  ])
})

test('a person without a name, or with a hundred, is refused', async () => {
  const { app, customer } = await openScreened()
  const { holderId } = await customer()
  for (const names of [[], ['  '], Array.from({ length: 100 }, (_, nth) => `Name ${nth}`)])
    await expect(screenPerson(app, holderId, { names, countries: [] })).rejects.toMatchObject({
      code: 'invalid_person',
    })
})

test('where two people are needed, the first decision waits for the approval of another person', async () => {
  const { world, app, customer, decidesAs } = await openScreened({ FLORIN_APPROVALS: 'screening:decide' })
  await loads(world, 'ofac', list(tavio))
  const people = await openPeople(world)
  const [cora, bob] = [await people.person('compliance'), await people.person('compliance')]
  const { holderId } = await customer()
  const [hit] = await screenPerson(app, holderId, namesake)
  const { waits } = await decidesAs(cora.staff, hit, 'clear')
  expect(waits).toMatchObject({ status: 'requested', request: { decision: 'clear' } })
  expect(await openHitsOf(app.db, holderId)).toHaveLength(1)
  await bob.call('POST', `/approvals/${waits!.id}/approve`, { body: { reason: 'I have compared them too.' } })
  expect(await decidesAs(cora.staff, hit, 'clear')).toMatchObject({ hit: { status: 'false_positive' } })
  expect(await openHitsOf(app.db, holderId)).toEqual([])
})
