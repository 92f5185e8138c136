import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { openPeople, type People, type Person } from '../world/staff.ts'
import { unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'

const reason = 'contract of May'

const listed = async (who: Person, list = '') =>
  (await who.call('GET', `/pricing${list}`)).body.data as { id: string; state: string }[]

describe('prices by the staff interface and by command', () => {
  let fixture: PaymentsFixture
  let people: People
  let ana: Person
  beforeAll(async () => {
    fixture = await makePaymentsFixture({ country: 'RO' })
    people = await openPeople(fixture.world)
    ana = await people.person('finance')
  })
  afterAll(() => fixture.world[Symbol.asyncDispose]())

  test('finance sets a price once, sees it, tries it, and finds it in the payment that it was charged by', async () => {
    const { world, site, pays } = fixture
    const siteId = String(site.id)
    const price = { basisPoints: 90, fixed: '0.10', minimum: '0.50' }
    const body = { reason, siteId, region: 'domestic', currency: 'EUR', volumeFrom: '0.01', ...price }
    const waits = { ...body, volumeFrom: undefined }
    const headers = { 'idempotency-key': 'price-1' }
    const set = await ana.call('POST', '/pricing', { body: waits, headers })
    expect(set).toMatchObject({ status: 201, body: { id: '1', state: 'current', merchantId: '101', siteId, ...price } })
    const again = await ana.call('POST', '/pricing', { body: waits, headers, changesNothing: true })
    expect(again.body).toEqual(set.body)
    await ana.call('POST', '/pricing', { body })

    const query = `siteId=${siteId}&amount=100.00&bin=41111111`
    const tried = await ana.call('GET', `/pricing/try?${query}`)
    const known = { cardCountry: 'RO', siteCountry: 'RO', volume: '0.00' }
    expect(tried.body).toMatchObject({ ruleId: '1', brand: 'visa', fee: '1.00', net: '99.00', ...price, ...known })
    expect((await ana.call('GET', `/pricing/try?siteId=${siteId}&amount=1.00`)).body).toMatchObject({ fee: '0.26' })
    const paid = await pays({ amount: '10.00' })
    const { body: shown } = await ana.call('GET', `/payments/${paid.id}`)
    expect(shown).toMatchObject({ fee: '0.50', price: { ruleId: '1', ...price, ...known } })

    const validFrom = '2026-06-01'
    const { body: coming } = await ana.call('POST', '/pricing', { body: { ...waits, basisPoints: 80, validFrom } })
    expect(coming).toMatchObject({ id: '3', state: 'coming', validFrom: '2026-06-01T00:00:00.000Z' })
    expect((await ana.call('GET', '/pricing/1')).body).toMatchObject({ until: '2026-06-01T00:00:00.000Z' })
    expect((await ana.call('GET', `/pricing/try?${query}&at=2026-06-01`)).body).toMatchObject({ fee: '0.90' })
    const removed = await ana.call('POST', '/pricing/3/remove', { body: { reason } })
    expect(removed.body).toMatchObject({ state: 'ended' })
    expect((await ana.call('POST', '/pricing/3/remove', { body: { reason } })).body.reason).toBe('price_rule_ended')
    expect((await listed(ana)).map(({ id }) => id)).toEqual(['2', '1'])
    expect((await listed(ana, '?ended=true')).map(({ state }) => state)).toEqual(['ended', 'current', 'current'])
    const audit = await world.query(
      `select actor, action, reason from directory.audit where subject_id = '3' order by id`,
    )
    expect(audit.map(({ actor, action, reason: why }) => [actor, action, why])).toEqual([
      [`staff ${ana.staff.id}`, 'priceSet', reason],
      [`staff ${ana.staff.id}`, 'priceRemoved', reason],
    ])
  })

  test('each field that is wrong is named with what to do', async () => {
    const { site } = fixture
    const refused = async (given: Record<string, unknown>) => {
      const body = { reason, siteId: String(site.id), basisPoints: 100, ...given }
      const reply = await ana.call('POST', '/pricing', { body, changesNothing: true })
      expect(reply.status, JSON.stringify(given)).toBeGreaterThanOrEqual(400)
      return [reply.body.reason, reply.body.field]
    }
    const wrong: [field: string, given: Record<string, unknown>][] = [
      ['merchantId', { siteId: undefined, merchantId: '999' }],
      ['siteId', { merchantId: '999' }],
      ['brand', { brand: 'Visa!' }],
      ['cardType', { cardType: '7' }],
      ['currency', { volumeFrom: '10.00' }],
      ['volumeFrom', { volumeFrom: '0.00', currency: 'EUR' }],
      ['fixed', { fixed: '1000.01' }],
      ['minimum', { minimum: '1000.01' }],
      ['validFrom', { validFrom: '2026-05-01' }],
      ['validFrom', { validFrom: '2036-05-01' }],
    ]
    for (const [field, given] of wrong) expect(await refused(given)).toEqual(['invalid_price_rule', field])
    expect((await refused({ region: 'moon' }))[1]).toBe('region')
    const { status, body } = await ana.call('GET', `/pricing/try?siteId=${site.id}&amount=1.00&bin=41`)
    expect([status, body.reason, body.field]).toEqual([400, 'invalid_price_rule', 'bin'])
    expect((await ana.call('GET', '/pricing/99')).body.reason).toBe('price_rule_not_found')
  })

  test('staff of a merchant see what counts for them, and change nothing', async () => {
    const { world, site } = fixture
    const { site: other } = await world.merchant()
    const own = await people.person('owner', { kind: 'merchant', id: String(site.merchantId) })
    const stranger = await people.person('owner', { kind: 'merchant', id: String(other.merchantId) })
    const partner = await people.person('owner', { kind: 'partner', id: '501' })
    const { body: general } = await ana.call('POST', '/pricing', { body: { reason, brand: 'amex', basisPoints: 290 } })
    const idsFor = async (who: Person, list = '') => (await listed(who, list)).map(({ id }) => id)
    expect(await idsFor(own)).toEqual([general.id, '2', '1'])
    expect(await idsFor(own, `?siteId=${site.id}`)).toEqual([general.id, '2', '1'])
    expect(await idsFor(stranger)).toEqual([general.id])
    expect(await idsFor(stranger, `?merchantId=${site.merchantId}`)).toEqual([])
    expect(await idsFor(partner)).toEqual([])
    expect((await stranger.call('GET', `/pricing?siteId=${site.id}`)).status).toBe(404)
    expect((await stranger.call('GET', '/pricing/1')).status).toBe(404)
    expect((await partner.call('GET', `/pricing/${general.id}`)).status).toBe(404)
    expect(
      (await own.call('POST', '/pricing', { body: { reason, basisPoints: 0 }, changesNothing: true })).status,
    ).toBe(403)
  })

  test('an operator does the same on the command line', async () => {
    const { world, site, pays } = fixture
    const { runs } = openCommandLine(world)
    const florin = async (words: string) => {
      const { printed, error } = await runs(['--reason', reason, ...words.split(' ')])
      return [printed, error?.message].filter((text) => text).join('\n')
    }
    const siteId = String(site.id)
    expect(await florin(`pricing set --site ${siteId} --brand visa --basis-points 50 --fixed 0.05`)).toMatch(
      /^Price rule \d+: 0\.5% \+ 0\.05 for site \d+, visa, from 20/,
    )
    expect(await florin(`pricing set --site ${siteId} --basis-points none`)).toContain(
      '--basis-points is a whole number',
    )
    expect(await florin(`pricing set --site ${siteId} --basis-points 1 --from tomorrow`)).toContain('is no moment')
    expect(await florin(`pricing set --site ${siteId} --basis-points 1 --fixed x`)).toContain(
      'is no amount such as 0.25',
    )
    expect(await florin(`pricing try ${siteId} 100.00 --bin 411111`)).toContain(
      'By price rule 1: 0.9% + 0.10, at least 0.50',
    )
    expect(await florin('pricing try 99 100.00')).toContain('There is no site 99')
    expect(await florin(`pricing try ${siteId} 100 --currency XXX`)).toContain('no amount and currency')
    const list = await florin(`pricing list --site ${siteId}`)
    expect(list).toMatch(/1 +current +site \d+, domestic, EUR +0\.9% \+ 0\.10, at least 0\.50/)
    expect(list).toMatch(/2 +current +site \d+, domestic, EUR, from 0\.01 in the month before/)
    const { data } = JSON.parse(await florin('pricing list --ended --json'))
    expect(data.map(({ state }: { state: string }) => state)).toContain('ended')
    expect(await florin('pricing remove 2')).toBe('Price rule 2 has ended.')
    expect(await florin('pricing remove 2')).toContain('has ended already')
    // Commands have the time of the machine.
    const { until } = JSON.parse(await florin('pricing remove 1 --json'))
    world.clock.set(Temporal.Instant.from(until).add({ minutes: 2 }))
    const { id } = await pays({ amount: '100.00' })
    expect(await florin(`payment show ${id}`)).toMatch(
      /Captured +100\.00 EUR, fee 0\.55: 0\.5% \+ 0\.05, by price rule \d+$/m,
    )
  })

  test('without seals, verify finds a fee and a price that cannot be', async () => {
    const { app, databaseUrl } = fixture.world
    const database = await openRolledBack(databaseUrl)
    expect((await database.after('select 1', verifiedAs(app))).differences).toEqual([])
    expect(await unseenWithoutSeals(database, impossible, verifiedAs(app))).toEqual([])
  })
})

/** What verify should say, and what is done. */
const impossible = {
  'its fee is not what its price makes of the captured amount':
    'update payments.payments set price_rule_id = 999 where price_rule_id is not null',
  'its price is for other payments, or was not valid yet':
    'update payments.payments set merchant_id = merchant_id + 1 where price_rule_id is not null',
  'another price counted when it was captured': `update pricing.rules set brand = 'jcb' where brand = 'visa'`,
  'its merchant has not captured so much in the month before': `update payments.payments set price_facts = price_facts || '{"volume": "7"}'`,
}
