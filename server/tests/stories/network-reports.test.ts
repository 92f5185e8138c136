import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setRate } from '#core/rates'
import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { alter } from '../world/corruptions.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { openPeople } from '../world/staff.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'test' }
const header =
  'day,currency,clearings,cleared,refunds,refunded,chargebacks,chargedBack,representments,represented,fees,charged'

/** A day on which everything has happened: 1 clearing in dollars, 2 in euros, a refund, the salary, and a dispute. */
async function openDay() {
  const world = await createWorld({ ownTime: true })
  onTestFinished(() => world[Symbol.asyncDispose]())
  await setRate(world.app, { by, base: 'EUR', quote: 'USD', rate: '1.25' })
  const ana = await openSpender(world, await openPartner(world))
  await ana.clear('10.00 USD')
  await ana.clear('30.00')
  const { transactionId } = await ana.clear('40.00')
  await ana.refund('5.00')
  const body = { reason: 'notReceived', explanation: 'The bread never came.' }
  const { id } = (await ana.call('POST', `/transactions/${transactionId}/disputes`, { body })).body
  for (const action of ['raise', 'lose'] as const) await decideDispute(world.app, { id: id as DisputeId, action, by })
  const folder = await mkdtemp(join(tmpdir(), 'florin-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { prints } = openCommandLine(world)
  const day = world.app.clock.now().toString().slice(0, 10)
  const right = `${day},EUR,2,70.00,2,1005.00,1,40.00,1,40.00,,`
  return {
    world,
    ana,
    day,
    right,
    prints,
    reconciles: async (rows: readonly string[]) => {
      const file = join(folder, 'report.csv')
      await writeFile(file, [header, ...rows].join('\n'))
      return prints(`network reconcile ${file}`)
    },
  }
}

test('what a network has settled is compared with what was booked, day by day, and what differs is explained by a person', async () => {
  const { world, ana, day, right, prints, reconciles } = await openDay()
  const agreed = await reconciles([right, `${day},USD,1,10.00,0,0.00,,,,,,`])
  expect(agreed).toMatch(/^Report 1, report\.csv, of .*: 2 of 2 days agree, 0 are matched, 0 differ\.\n/)
  expect(await reconciles([right, `${day},USD,1,10.00,0,0.00,,,,,,`])).toBe(agreed)

  // The network has a clearing less, wants a fee, and says nothing of the dollars.
  const differs = await reconciles([`${day},EUR,1,40.00,2,1005.00,1,40.00,1,40.00,1,0.35`])
  expect(differs).toContain('0 of 2 days agree, 0 are matched, 2 differ.')
  expect(differs).toMatch(new RegExp(`3 +${day} +EUR +clearing +1: 40\\.00 +2: 70\\.00 +-30\\.00 +differs`))
  expect(differs).toMatch(/ fee +1: 0\.35 +0: 0\.00 +0\.35/)
  expect(differs).toMatch(
    new RegExp(`4 +${day}, not in the file +USD +clearing +0: 0\\.00 +1: 10\\.00 +-10\\.00 +differs`),
  )
  expect(await prints('network match 2 3')).toContain('Say why it differs')
  expect(await prints('--reason the-fee-of-May network match 2 3')).toBe(`${day} EUR is matched.`)
  expect(await prints('network reports 2')).toContain('matched: the-fee-of-May')
  expect(await prints('--reason once-more network match 2 3')).toContain('is matched already')
  expect(await prints('--reason once-more network match 1 1')).toContain('agrees with what was booked')
  expect(await prints('--reason once-more network match 2 99')).toContain('Report 2 has no row 99')
  expect(await prints('network reports 7')).toContain('There is no report 7')
  expect(await prints('network reports')).toMatch(/2 +report\.csv[\s\S]+1 +report\.csv[\s\S]+2 of 2/)

  // It was explained for what differed then.
  await ana.clear('1.00')
  const json = JSON.parse(await prints('network reports 2 --json')) as { rows: Record<string, unknown>[] }
  expect(json.rows).toMatchObject([
    {
      day,
      currency: 'EUR',
      status: 'differs',
      breaks: [
        { movement: 'clearing', booked: { count: 3, amount: '71.00' }, difference: '-31.00' },
        { movement: 'fee', reported: { count: 1, amount: '0.35' } },
      ],
      match: { by: 'operator' },
    },
    { currency: 'USD', line: 0, status: 'differs' },
  ])
  const audited = await world.query(
    `select action from directory.audit where subject_type = 'networkReport' order by id`,
  )
  const recorded = 'networkReportRecorded'
  expect(audited.map(({ action }) => action)).toEqual([recorded, recorded, 'networkReportMatched'])
  await sealAll(world.app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(world.app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  const corruptions = [
    ...alter('networkreports.reports', 'network report', { 'who has recorded a report': `recorded_by = 'nobody'` }),
    ...alter('networkreports.rows', 'row of network report', { 'what a network has reported': 'clearing_minor = 1' }),
    ...alter('networkreports.matches', 'match of network report', { 'why it differs': `reason = 'none'` }),
  ]
  expect(await unseenCorruptions(database, corruptions, verified)).toEqual([])
  const impossible = {
    'it explains nothing': `update networkreports.matches set breaks = '[]'`,
    'the network has reported something else': 'update networkreports.rows set clearing_minor = 1',
  }
  expect(await unseenWithoutSeals(database, impossible, verified)).toEqual([])

  // A payment at a merchant of ours is no network's.
  await ana.clear('7.00', { reference: { acquirerId: 'FLORINONUS' } })
  expect(await prints('network reports 2')).toMatch(/clearing +1: 40\.00 +3: 71\.00/)
})

test('a day whose money has moved at the bank is booked once, with the fees of the network', async () => {
  const { world, day, prints, reconciles } = await openDay()
  const books = async () =>
    Object.fromEntries(
      (
        await world.query(
          `select account, currency, sum(minor)::int as minor from ledger.lines
           where account in ('network:payable', 'bank:operating', 'expense:network-fees') group by 1, 2 having sum(minor) <> 0 order by 1, 2`,
        )
      ).map(({ account, currency, minor }) => [`${account} ${currency}`, minor]),
    )
  // 70.00 were cleared, 1,005.00 came back with the salary, and a chargeback of 40.00 was lost.
  expect(await books()).toEqual({ 'network:payable EUR': 93_500, 'network:payable USD': -1_000 })
  const report = await reconciles([`${day},EUR,2,70.00,2,1005.00,1,40.00,1,40.00,2,0.35`])
  expect(report).toMatch(new RegExp(`1 +${day} +EUR +-934\\.65 +0\\.35`))
  expect(await prints('network settle 1 1')).toContain(`${day} EUR differs from what was booked. Say why first`)
  await prints('--reason the-fee-of-May network match 1 1')
  await prints('--reason their-file-is-late network match 1 2')
  expect(await prints('network settle 1 2')).toContain(`nothing is to be paid for ${day} USD`)

  const people = await openPeople(world)
  const owner = await people.person()
  const early = await owner.call('POST', '/network-reports/1/rows/1/settle', { body: { reason: 'Paid early.' } })
  expect(early.body).toMatchObject({ reason: 'report_day_not_over', message: expect.stringContaining(`${day} (UTC)`) })
  const tomorrow = { how: 'jump', by: 'P1D', reason: 'The day is over then.' }
  expect((await owner.call('POST', '/clock', { body: tomorrow })).status).toBe(200)
  expect(await prints('--reason paid network settle 1 1 --reference B-1')).toBe(`${day} EUR is settled.`)
  expect(await books()).toEqual({
    'bank:operating EUR': 93_465,
    'expense:network-fees EUR': 35,
    'network:payable USD': -1_000,
  })
  expect(await prints('network settle 1 1')).toContain('is settled already')
  // Another report of the same day, with the fee left out, and two people at once over the dollars.
  expect(
    await reconciles([`${day},EUR,2,70.00,2,1005.00,1,40.00,1,40.00,,`, `${day},USD,1,10.00,0,0.00,,,,,,`]),
  ).toMatch(new RegExp(`${day} +EUR +-935\\.00 +0\\.00 +2026`))
  const [ana, ben] = [await people.person('finance'), await people.person('finance')]
  const settles = (person: typeof ana, row = '2/rows/4') =>
    person.call('POST', `/network-reports/${row}/settle`, { body: { reason: 'The statement of May.' } })
  const refused = async (row: string) => (await settles(ana, row)).body.reason
  await reconciles([`${day},USD,1,11.00,0,0.00,,,,,,`])
  expect([await refused('2/rows/3'), await refused('1/rows/2'), await refused('3/rows/5')]).toEqual([
    'report_day_settled',
    'report_day_empty',
    'report_day_differs',
  ])
  const replies = await Promise.all([settles(ana), settles(ben)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({
    status: 'agrees',
    settled: { at: expect.any(String) },
  })
  expect(await books()).toEqual({
    'bank:operating EUR': 93_465,
    'bank:operating USD': -1_000,
    'expense:network-fees EUR': 35,
  })

  await sealAll(world.app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(world.app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  const altered = alter('networkreports.settlements', 'settlement with a network', {
    'who has settled': `settled_by = 'nobody'`,
  })
  expect(await unseenCorruptions(database, altered, verified)).toEqual([])
  const impossible = {
    'it is not what the network has reported': 'update networkreports.settlements set net_minor = net_minor + 1',
    'networkSettled does not fit the facts of its row': `delete from ledger.lines where entry_id in (select id from ledger.entries where recipe = 'networkSettled')`,
  }
  expect(await unseenWithoutSeals(database, impossible, verified)).toEqual([])
})

// In small: what a network has settled is compared with what was booked, day by day, and what differs is explained by a person
longTest('a file that cannot be read is refused whole, and staff do the same by the API', async () => {
  const { world, day, right: first, reconciles } = await openDay()
  const wrong = await reconciles([first, first, `${day},XXX,1,1.00,0,0.00,,,,,,`, `${day},USD,-1,1.005,0,0.00,,,,,,`])
  expect(wrong).toContain(`line 3: ${day} EUR is above it already`)
  expect(wrong).toContain('line 4, currency')
  expect(wrong).toContain('line 5, clearings')
  expect(await world.query('select id from networkreports.reports')).toEqual([])

  const people = await openPeople(world)
  const [finance, reader] = [await people.person('finance'), await people.person('read-only')]
  const reason = 'The report of the network.'
  const rows = [
    {
      day,
      currency: 'EUR',
      clearings: 2,
      cleared: '70.00',
      refunds: 2,
      refunded: '1005.00',
      chargebacks: 1,
      chargedBack: '41.00',
      representments: 1,
      represented: '40.00',
    },
  ]
  const sends = (person: typeof finance, key = 'report-1') =>
    person.call('POST', '/network-reports', {
      body: { reason, name: 'may', rows },
      headers: { 'idempotency-key': key },
      changesNothing: key === 'report-2',
    })
  expect((await sends(reader)).status).toBe(403)
  const { status, body } = await sends(finance)
  expect([status, body]).toMatchObject([
    200,
    {
      name: 'may',
      rows: [
        { currency: 'EUR', status: 'differs', breaks: [{ movement: 'chargeback', reported: { amount: '41.00' } }] },
        { currency: 'USD', line: 0, status: 'differs' },
      ],
    },
  ])
  expect((await sends(finance)).body).toEqual(body)
  expect((await sends(finance, 'report-2')).body.id).toBe(body.id)
  const [{ row } = {}] = body.rows as Record<string, unknown>[]
  const matches = (path: string) => finance.call('POST', `/network-reports/${path}/match`, { body: { reason } })
  expect(await matches(`${body.id}/rows/${row}`)).toMatchObject({
    status: 200,
    body: { status: 'matched', match: { reason } },
  })
  expect(await matches(`${body.id}/rows/${row}`)).toMatchObject({ status: 409, body: { reason: 'report_day_matched' } })
  expect(await matches(`${body.id}/rows/odd`)).toMatchObject({ status: 404, body: { reason: 'report_day_not_found' } })
  expect(await matches('9999/rows/1')).toMatchObject({ status: 404, body: { reason: 'report_not_found' } })
  expect((await reader.call('GET', '/network-reports')).body).toMatchObject({ total: 1, data: [{ id: body.id }] })
  expect((await reader.call('GET', `/network-reports/${body.id}`)).body).toMatchObject({
    rows: [{ status: 'matched' }, {}],
  })
  const dollars = { day, currency: 'USD', clearings: 1, cleared: '10.00', refunds: 0, refunded: '0.00' }
  const right = await finance.call('POST', '/network-reports', { body: { reason, name: 'usd', rows: [dollars] } })
  const [, agreed] = right.body.rows as Record<string, unknown>[]
  expect(agreed).toMatchObject({ currency: 'USD', status: 'agrees', breaks: [] })
  expect((await matches(`${right.body.id}/rows/${agreed?.row}`)).body.reason).toBe('report_day_agrees')
  const invalid = await finance.call('POST', '/network-reports', {
    body: { reason, name: 'may', rows: [...rows, ...rows] },
  })
  expect(invalid).toMatchObject({ status: 400, body: { reason: 'report_invalid', field: 'rows' } })
  const refused = { ...rows[0], clearings: 2, cleared: '70.005' }
  expect(
    (await finance.call('POST', '/network-reports', { body: { reason, name: 'may', rows: [refused] } })).status,
  ).toBe(400)
})
