import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { officeOf } from '../world/payer.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop } from '../world/shop.ts'
import { openPeople } from '../world/staff.ts'

const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }

/** A shop with an own clock, by the end of a day on which it took two payments. */
async function openDay(environment = {}) {
  const shop = await openShop({}, { ownTime: true, environment })
  const office = officeOf(shop)
  await office.request('POST', '/customer', { identifier: 'ana-17', email: 'ana@example.com' })
  const pays = async (amount: string) => {
    const order = { customerId: '1001', orderType: 'purchase', amount, currency: 'EUR', ...card }
    await office.request('POST', '/order', { ...order, externalOrderId: `bread-${amount}` })
  }
  await pays('25.00')
  await pays('10.00')
  const { runs } = openCommandLine(shop.world)
  const florin = async (...words: string[]) => {
    const { printed, error } = await runs(words)
    return [printed, error?.message].filter((text) => text).join('\n')
  }
  await florin('clock', 'run', 'P1D')
  const today = shop.world.app.testClock!.now().toString().slice(0, 10)
  const folder = await scratchFolder('florin-reports-')
  onTestFinished(() => rm(folder, { recursive: true }))
  return { shop, pays, florin, today, path: (name: string) => join(folder, name) }
}

// In small: finance does the same by the staff interface, with a second person for write-offs and large fees
longTest('an operator imports the report of a day by command, and settles what differs', async () => {
  const { florin, today, path, pays } = await openDay()
  const file = path('monday.csv')
  expect(await florin('reconcile', 'sample', today, file, '--fault', 'amount')).toBe(`3 rows are in ${file}.`)
  expect(await florin('reconcile', 'import', file)).toContain('Say why')
  const imported = await florin('--reason', 'report of Monday', 'reconcile', 'import', file)
  expect(imported).toMatch(
    /^Report 101, monday\.csv, of sandbox, imported .* by operator: 1 of 2 rows are booked, 1 break is open\.\n/,
  )
  expect(imported).toMatch(/EUR +1 +10\.00 +0\.10 +0\.00 +9\.90 +34\.64/)
  expect(imported).toMatch(/101 +amount +open +sandbox +101 +[23] +1001 +24\.99 EUR +25\.00 EUR/)
  expect(await florin('--reason', 'report of Monday', 'reconcile', 'import', file)).toBe(imported)
  expect(await florin('reconcile', 'reports')).toMatch(/101 +sandbox +monday\.csv +3 +whole +operator[\s\S]+1 of 1/)
  expect(await florin('reconcile', 'reports', '101')).toBe(imported)

  expect(await florin('reconcile', 'write-off', '101')).toContain('Say why')
  const written = await florin('--reason', 'a cent of rounding', 'reconcile', 'write-off', '101')
  expect(written).toBe('Break 101 is written off.')
  const shown = await florin('reconcile', 'breaks', '101')
  for (const part of ['writtenOff', 'a cent of rounding', 'acquirerBreakWrittenOff', 'sbx_'])
    expect(shown).toContain(part)
  expect(JSON.parse(await florin('reconcile', 'breaks', '--all', '--json'))).toMatchObject({
    data: [{ id: '101', status: 'writtenOff', reported: '24.99 EUR', expected: '25.00 EUR' }],
  })
  const payment = await florin('payment', 'show', '1001')
  expect(payment).toMatch(/101 +[23] +sbx_\S+ +24\.99 EUR +0\.25 EUR/)

  // A row of which nothing is known, until a person does.
  await pays('12.00')
  await florin('clock', 'run', 'P1D')
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString()
  await florin('reconcile', 'sample', tomorrow, path('tuesday.csv'))
  const lines = (await readFile(path('tuesday.csv'), 'utf8')).split('\n')
  lines[1] = lines[1]!.replace(/,capture,[^,]+,/, ',capture,of-others,')
  await writeFile(path('tuesday.csv'), lines.join('\n'))
  const unknown = await florin('--reason', 'report of Tuesday', 'reconcile', 'import', path('tuesday.csv'))
  expect(unknown).toMatch(/102 +unknown +open/)
  expect(await florin('--reason', 'by telephone', 'reconcile', 'match', '102', '1001')).toContain(
    'it is settled already',
  )
  expect(await florin('--reason', 'by telephone', 'reconcile', 'match', '102', '1003')).toBe(
    'Break 102 is matched, and its row is booked.',
  )
  expect(await florin('--reason', 'by telephone', 'reconcile', 'accept', '102')).toContain('is matched already')
})

test('finance does the same by the staff interface, with a second person for write-offs and large fees', async () => {
  const { shop, florin, today, path, pays } = await openDay({
    FLORIN_APPROVALS: 'settlements:adjust,settlements:resolve>1.00EUR',
    FLORIN_ACQUIRER_FEES: 'sandbox=1%+0.10',
  })
  const people = await openPeople(shop.world)
  const [ana, ben] = [await people.person('finance'), await people.person('finance')]
  const theirs = await people.person('owner', { kind: 'merchant', id: String(shop.site.merchantId) })
  const reportOf = async (date: string, name: string, fault: string) => {
    await florin('reconcile', 'sample', date, path(name), '--fault', fault)
    const [head = '', ...lines] = (await readFile(path(name), 'utf8')).trimEnd().split('\n')
    const names = head.split(',')
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((text, index) => [names[index], text])))
    return { reason: 'report of a day', name, rows }
  }
  const body = await reportOf(today, 'monday.csv', 'twice')
  expect((await theirs.call('POST', '/acquirer-reports', { body })).status).toBe(403)
  expect((await theirs.call('GET', '/acquirer-breaks')).status).toBe(403)

  const headers = { 'idempotency-key': 'monday' }
  const made = await ana.call('POST', '/acquirer-reports', { body, headers })
  expect([made.status, made.body]).toMatchObject([
    200,
    {
      ...{ id: '101', connector: 'sandbox', rows: 4 },
      totals: [{ currency: 'EUR', rows: 3, booked: 2, gross: '35.00', fees: '0.35', net: '34.65' }],
      breaks: [{ id: '101', kind: 'twice', status: 'open', transactionId: '1001' }],
    },
  ])
  expect((await ana.call('POST', '/acquirer-reports', { body, headers })).body).toEqual(made.body)
  expect((await ana.call('GET', '/acquirer-reports')).body).toMatchObject({ total: 1 })
  expect((await ana.call('GET', '/acquirer-reports/101')).body).toEqual(made.body)
  const wrong = await ana.call('POST', '/acquirer-reports', { body: { ...body, rows: body.rows.slice(1) } })
  expect([wrong.status, wrong.body]).toMatchObject([400, { reason: 'acquirer_report_invalid', field: 'rows' }])
  expect((await ana.call('GET', '/acquirer-reports/7')).body.reason).toBe('acquirer_report_not_found')
  expect((await ana.call('GET', '/acquirer-breaks?status=open&kind=twice&connector=sandbox')).body.total).toBe(1)

  const reason = 'the acquirer lets us keep it'
  const does = async (what: string, more = {}) => {
    const { status, body: reply } = await ana.call('POST', `/acquirer-breaks/${what}`, { body: { reason, ...more } })
    return [status, reply.reason ?? reply.status]
  }
  expect(await does('101/accept')).toEqual([409, 'break_not_acceptable'])
  expect(await does('101/match', { transactionId: '1002' })).toEqual([409, 'break_not_matched'])
  expect(await does('999/write-off')).toEqual([404, 'break_not_found'])
  const waits = await ana.call('POST', '/acquirer-breaks/101/write-off', { body: { reason } })
  expect([waits.status, waits.body]).toMatchObject([202, { approval: { action: 'settlements:adjust' } }])
  const { id } = waits.body.approval as { id: string }
  expect((await ana.call('POST', `/approvals/${id}/approve`, { body: { reason } })).status).toBe(403)
  expect((await ben.call('POST', `/approvals/${id}/approve`, { body: { reason } })).status).toBe(200)
  expect((await ana.call('POST', `/approvals/${id}/carry-out`, { body: { reason } })).status).toBe(200)
  expect(await does('101/write-off')).toEqual([409, 'break_closed'])
  expect((await ana.call('GET', '/acquirer-breaks/101')).body).toMatchObject({
    row: { type: 'capture', gross: '25.00', fees: '0.25' },
    history: [{ action: 'open' }, { action: 'writeOff', note: reason, actor: `staff ${ana.staff.id}` }],
    audit: [{ action: 'acquirerBreakWrittenOff', reason }],
  })

  // A fee of 0.55 EUR is accepted by one person, one of 1.32 EUR by two.
  for (const [nth, amount] of ['5.00', '12.00'].entries()) {
    await pays(amount)
    await florin('clock', 'run', 'P1D')
    const date = Temporal.PlainDate.from(today).add({ days: nth + 1 })
    await ana.call('POST', '/acquirer-reports', { body: await reportOf(String(date), `${date}.csv`, 'fee') })
  }
  expect(await does('102/accept')).toEqual([200, 'accepted'])
  const asked = await ana.call('POST', '/acquirer-breaks/103/accept', { body: { reason } })
  expect([asked.status, asked.body]).toMatchObject([
    202,
    { approval: { action: 'settlements:resolve', request: { kind: 'fee', reported: '1.32 EUR' } } },
  ])
  const fee = (asked.body.approval as { id: string }).id
  expect((await ana.call('POST', `/approvals/${fee}/approve`, { body: { reason } })).status).toBe(403)
  expect((await ben.call('POST', `/approvals/${fee}/approve`, { body: { reason } })).status).toBe(200)
  expect((await ana.call('POST', `/approvals/${fee}/carry-out`, { body: { reason } })).status).toBe(200)
  expect((await ana.call('GET', '/acquirer-breaks/103')).body).toMatchObject({ status: 'accepted' })
})
