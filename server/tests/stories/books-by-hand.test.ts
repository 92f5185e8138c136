import { expect, test } from 'vitest'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { exportAs, openPeople } from '../world/staff.ts'

type Line = { account: string; side: string; amount: string; currency: string }
type Entry = { id: string; recipe: string; reference: string; lines: Line[] }

test('the books are read by the staff: balances, accounts entry by entry, and what each entry says', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site } = fixture
  const people = await openPeople(world)
  const ana = await people.person('read-only')
  const pending = `merchant:${site.merchantId}:pending`
  const first = await fixture.pays({ amount: '10.00' })
  const between = world.clock.now().add({ seconds: 30 })
  world.clock.pass({ minutes: 1 })
  const second = await fixture.pays({ amount: '20.00' })
  await fixture.reverses(second, '5.00')

  const now = await ana.call('GET', '/books/trial-balance')
  const credits = (await fixture.books())[pending]!
  expect(now.body).toMatchObject({
    throughEntry: '4',
    totals: [{ currency: 'EUR', debit: '25.00', credit: '25.00', isBalanced: true }],
  })
  expect(now.body.data).toContainEqual({
    family: 'merchant:*:pending',
    kind: 'liability',
    accounts: 1,
    side: 'credit',
    amount: (Number(-credits) / 100).toFixed(2),
    currency: 'EUR',
  })
  const then = await ana.call('GET', `/books/trial-balance?at=${between}`)
  expect(then.body).toMatchObject({ throughEntry: '1', totals: [{ debit: '10.00', credit: '10.00' }] })
  const day = (days: number) =>
    world.clock
      .now()
      .add({ hours: 24 * days })
      .toString()
      .slice(0, 10)
  const today = await ana.call('GET', `/books/trial-balance?at=${day(0)}`)
  expect(today.body).toMatchObject({ at: world.clock.now().toString({ fractionalSecondDigits: 3 }), throughEntry: '4' })
  const tomorrow = await ana.call('GET', `/books/trial-balance?at=${day(1)}`)
  expect(tomorrow.body).toMatchObject({ reason: 'as_of_in_future', field: 'at' })

  const accounts = await ana.call('GET', '/books/accounts?family=merchant:*:pending')
  expect(accounts.body).toMatchObject({ total: 1, data: [{ account: pending, side: 'credit' }] })
  const lines = await ana.call('GET', `/books/accounts/${pending}/lines?currency=EUR&size=2`)
  expect(lines.body).toMatchObject({
    kind: 'liability',
    balance: { side: 'credit' },
    data: [
      { id: expect.stringMatching(/^[34]$/), recipe: 'merchantEarningsTaken', side: 'debit' },
      { id: '2', recipe: 'paymentCaptured', reference: `payment ${second.id}`, side: 'credit' },
    ],
    next: '2',
  })
  const older = await ana.call('GET', `/books/accounts/${pending}/lines?currency=EUR&after=2`)
  expect(older.body).toMatchObject({ data: [{ id: '1', reference: `payment ${first.id}` }] })
  expect(older.body).not.toHaveProperty('next')

  const journal = await ana.call('GET', '/books/entries?size=2')
  expect((journal.body.data as Entry[]).map(({ id }) => id)).toEqual(['4', '3'])
  expect(journal.body).toMatchObject({ total: 4, totalIsExact: true })
  expect((await ana.call('GET', `/books/entries?size=2&after=${journal.body.next}`)).body).toMatchObject({
    data: [{ id: '2' }, { id: '1' }],
  })
  const file = await exportAs(world, ana, 'book-entries')
  expect(file.lines).toHaveLength(5)
  expect(file.lines[1]).toMatch(new RegExp(`^1,.*,paymentCaptured,payment ${first.id},acquirer:captured 10.00 EUR,`))
  const entry = (await ana.call('GET', '/books/entries/1')).body as unknown as Entry
  expect(entry.lines[0]).toMatchObject({ account: 'acquirer:captured', kind: 'asset', side: 'debit', amount: '10.00' })
  expect(await ana.call('GET', '/books/entries/999')).toMatchObject({
    status: 404,
    body: { reason: 'entry_not_found' },
  })
  expect((await ana.call('GET', '/books/accounts/nobody/lines?currency=EUR')).body).toMatchObject({ data: [] })
  const bob = await people.person('owner', { kind: 'merchant', id: String(site.merchantId) })
  for (const path of ['/books/entries', '/exports/book-entries', '/export-tasks/estimate?list=book-entries'])
    expect(await bob.call('GET', path)).toMatchObject({ status: 403 })
})
