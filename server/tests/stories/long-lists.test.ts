import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTransactions } from '#acquiring/payments'
import { type KeysetPage, readKeyset } from '#kernel/db/keyset.ts'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import { byLength } from '../world/length.ts'
import { openOldShop } from '../world/old-shop.ts'
import { exportAs, openPeople } from '../world/staff.ts'

type Sale = {
  id: string
  site: number
  type: string
  status: string
  initiator: string
  currency: string
  minor: number
  brand: string
  last4: string
  wallet: string | null
  connector: string
  reason: string | null
  description: string
  at: number
}

/** Sales at three sites, of which two are of one merchant, a minute apart and not quite in the order of their ids. */
async function openSites(count: number) {
  const shop = await openOldShop()
  const { world, database } = shop
  const [mine] = await world.app.directory.siteIds()
  const { merchantId, notificationUrl = '', ...site } = (await world.app.directory.site(mine!))!
  const by = { actor: 'test', fromWhere: 'test' }
  const second = await world.app.directory.createSite({ ...site, by, merchantId, notificationUrl })
  const other = await world.merchant()
  await shop.sells(count - 1)
  const sites = `(array[${mine}, ${second.site.id}, ${mine}, ${other.site.id}])[1 + id % 4]`
  await database.query(`update payments.payments set
    site_id = ${sites}, merchant_id = case when id % 4 = 3 then ${other.site.merchantId} else ${merchantId} end,
    created_at = timestamptz '2026-05-01 00:00Z' + (id * 37 % 11 + id) * interval '1 minute',
    minor = case when id % 3 = 0 then 990 else 100 + id * 7919 % 5000 end, captured_minor = 0, parent_id = null,
    currency = case when id % 10 = 0 then 'RON' else 'EUR' end, initiator = case when id % 5 < 2 then 'mit' else 'cit' end,
    type = case when id % 83 = 0 then 'refund' else 'deposit' end, description = 'Bread ' || id % 977,
    card_brand = (array['visa', 'visa', 'mastercard', 'amex'])[1 + id % 13 % 4], card_last4 = lpad((id % 400)::text, 4, '0'),
    wallet = (array['applePay', 'googlePay', null, null, null])[1 + id % 5], wallet_device = case when id % 5 < 2 then true end,
    connector = case when id % 500 = 7 then 'elsewhere' else connector end,
    status = (array['failed', 'voided', 'refunded', 'captured', 'captured', 'captured', 'uncertain'])[1 + id % 97 % 7]`)
  await database.query(`update payments.payments set decline_reason = case when id % 50 = 0 then 'card_expired' else 'declined_by_bank' end
    where status = 'failed'`)
  const { rows } = await database.query<Sale>(`
    select id::text, site_id as site, type, status, initiator, currency, minor::integer, card_brand as brand, card_last4 as last4, wallet,
           connector, decline_reason as reason, description, extract(epoch from created_at)::integer as at from payments.payments order by payments.id desc`)
  return { ...shop, sales: rows, sites: { mine: mine!, second: second.site.id, merchantId, other: other.site } }
}

type Filter = readonly [query: string, has: (sale: Sale) => boolean]
const is = <K extends keyof Sale>(name: string, field: K, ...values: Sale[K][]): Filter => [
  `${name}=${values.join(',')}`,
  (sale) => values.includes(sale[field]),
]
const between = (from: string, to: string, first: number, last: number): Filter => [
  `created=${encodeURIComponent(`${from}..${to}`)}&timeZone=UTC`,
  ({ at }) => at >= first && at < last,
]
const second = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1000

/** Each kind once: of one kind a query has one filter. */
const filters: readonly (readonly Filter[])[] = [
  [
    is('status', 'status', 'failed'),
    is('status', 'status', 'captured', 'voided'),
    ['status=!complete-ok', ({ status }) => status !== 'captured'],
    ['status=uncertain,refund-ok', ({ status }) => ['uncertain', 'refunded'].includes(status)],
  ],
  [is('type', 'type', 'refund'), ['type=!refund', ({ type }) => type !== 'refund']],
  [
    ['currency=EUR&amount=10..12.50', ({ currency, minor }) => currency === 'EUR' && minor >= 1000 && minor <= 1250],
    ['currency=EUR&amount=9.90', ({ currency, minor }) => currency === 'EUR' && minor === 990],
    ['currency=RON&amount=..9.90', ({ currency, minor }) => currency === 'RON' && minor <= 990],
    ['currency=EUR&amount=50.90..', ({ currency, minor }) => currency === 'EUR' && minor >= 5090],
    is('currency', 'currency', 'RON'),
  ],
  [
    between('2026-05-02', '2026-05-03', second('2026-05-02T00:00Z'), second('2026-05-04T00:00Z')),
    between('2026-05-06', '', second('2026-05-06T00:00Z'), Number.POSITIVE_INFINITY),
    between('', '2026-05-01', 0, second('2026-05-02T00:00Z')),
    between('2026-05-02T10:00Z', '2026-05-02T11:00Z', second('2026-05-02T10:00Z'), second('2026-05-02T11:00Z')),
  ],
  [is('last4', 'last4', '0017')],
  [is('brand', 'brand', 'amex'), is('brand', 'brand', 'mastercard', 'amex')],
  [
    ['method=wallet', ({ wallet }) => wallet !== null],
    ['method=!applePay', ({ wallet }) => wallet !== 'applePay'],
  ],
  [is('initiator', 'initiator', 'mit')],
  [is('connector', 'connector', 'elsewhere')],
  [is('reason', 'reason', 'card_expired'), ['reason=!card_expired', ({ reason }) => reason === 'declined_by_bank']],
  [['text=READ%2012', ({ description }) => description.includes('read 12')]],
]
const orders = {
  '-created': () => 0,
  created: (one: Sale, other: Sale) => Number(one.id) - Number(other.id),
} as const

test('any two filters of payments find exactly what they must, page by page there and back, and count it', async () => {
  const { world, sales, sites } = await openSites(9_000)
  const people = await openPeople(world)
  const owner = await people.person('owner', { kind: 'merchant', id: String(sites.merchantId) })
  const operator = await people.person()
  const scopes: readonly (readonly [typeof owner, string, (sale: Sale) => boolean])[] = [
    [owner, '', ({ site }) => site !== sites.other.id],
    [owner, `&siteId=${sites.second}`, ({ site }) => site === sites.second],
    [owner, `&siteId=${sites.second},${sites.mine}`, ({ site }) => site !== sites.other.id],
    [operator, '', () => true],
    [operator, `&merchantId=${sites.other.merchantId}`, ({ site }) => site === sites.other.id],
  ]
  const read = async (by: typeof owner, query: string) => {
    const { status, body } = await by.call('GET', `/payments?${query}`)
    expect([query, status, body]).toMatchObject([query, 200, {}])
    return body as { data: { id: string }[]; next?: string; previous?: string; total: number; totalIsExact: boolean }
  }
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

  const kinds = fc.uniqueArray(fc.nat(filters.length - 1), { minLength: 1, maxLength: 2 })
  const asked = fc.record({
    kinds,
    nth: fc.nat(3),
    scope: fc.nat(scopes.length - 1),
    sort: fc.constantFrom('-created', 'created'),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ kinds, nth, scope, sort }) => {
      const [by, where, isSeen] = scopes[scope]!
      const chosen = kinds.map((kind) => filters[kind]![nth % filters[kind]!.length]!)
      const wanted = sales
        .filter((sale) => isSeen(sale) && chosen.every(([, has]) => has(sale)))
        .toSorted(orders[sort as keyof typeof orders])
        .map(({ id }) => id)
      const query = `size=20&sort=${sort}${where}&${chosen.map(([text]) => text).join('&')}`
      const first = await read(by, query)
      expect([query, ids(first)]).toEqual([query, wanted.slice(0, 20)])
      expect([query, first.total, first.totalIsExact]).toEqual([query, wanted.length, true])
      expect([query, first.next !== undefined, first.previous]).toEqual([query, wanted.length > 20, undefined])
      if (wanted.length <= 20) return
      const next = await read(by, `${query}&after=${first.next}`)
      expect([query, ids(next)]).toEqual([query, wanted.slice(20, 40)])
      const back = await read(by, `${query}&before=${next.previous}`)
      expect([query, ids(back), back.previous]).toEqual([query, wanted.slice(0, 20), undefined])
    }),
    { numRuns: byLength({ short: 20, long: 50 }), seed: 112 },
  )

  // The search of everything finds the newest of a day, also with what else is remembered.
  const { timeZone } = (await world.app.directory.site(sites.mine))!
  const start = Temporal.PlainDate.from('2026-05-04').toZonedDateTime(timeZone)
  const [first, last] = [start, start.add({ days: 1 })].map(({ epochMilliseconds }) => epochMilliseconds / 1000)
  const facts: Filter[] = [['', () => true], is('9.90', 'minor', 990), is('0017', 'last4', '0017')]
  for (const [by, , isSeen] of [scopes[0]!, scopes[3]!])
    for (const [fact, has] of facts) {
      const text = `${fact.split('=')[0]} 2026-05-04`.trim()
      const { body } = await by.call('GET', `/search?text=${encodeURIComponent(text)}&kind=payment`)
      const wanted = sales.filter((sale) => isSeen(sale) && has(sale) && sale.at >= first! && sale.at < last!)
      expect([text, ids(body as never)]).toEqual([text, ids({ data: wanted.slice(0, 50) })])
    }
})

test("a list is read on from where its reader was, of what is the reader's alone, and goes into a file as it is", async () => {
  const { world, sales, sites, sells } = await openSites(60)
  const people = await openPeople(world)
  const owner = await people.person('owner', { kind: 'merchant', id: String(sites.merchantId) })
  const own = sales.filter(({ site }) => site !== sites.other.id)
  const get = async (query: string) => (await owner.call('GET', `/payments?${query}`)).body
  const ids = ({ data }: Record<string, unknown>) => (data as { id: string }[]).map(({ id }) => id)
  const refused = async (query: string) => {
    const { status, body } = await owner.call('GET', `/payments?${query}`)
    return [status, body.reason, body.field]
  }

  // New payments push nothing from one page to the next, and are before the first one.
  const first = await get('size=10')
  const next = await get(`size=10&after=${first.next}`)
  await sells(3, 2_000_000)
  expect(ids(await get(`size=10&after=${first.next}`))).toEqual(ids(next))
  expect(ids(await get(`size=10&before=${next.previous}`))).toEqual(ids(first))
  expect(ids(first)).toEqual(own.slice(0, 10).map(({ id }) => id))

  // Who reads on has the number of the first page; a first page, other filters and other readers have their own.
  const readOn = `size=10&after=${first.next}`
  const numbers = async (...queries: string[]) => (await Promise.all(queries.map(get))).map(({ total }) => total)
  expect(await numbers(readOn, `${readOn}&status=failed`)).toEqual([
    own.length,
    own.filter(({ status }) => status === 'failed').length,
  ])
  const operator = await people.person()
  expect((await operator.call('GET', `/payments?${readOn}`)).body.total).toBe(sales.length + 3)
  expect(await numbers('size=10')).toEqual([own.length + 3])
  expect(await numbers(readOn)).toEqual([own.length + 3])

  // Our own words for a status can be excluded too, and each entry says who has paid.
  const notFailed = await get('size=20&status=!failed,captured')
  expect(ids(notFailed)).toEqual(
    own
      .filter(({ status }) => status !== 'failed' && status !== 'captured')
      .slice(0, 20)
      .map(({ id }) => id),
  )
  expect(notFailed.data).toContainEqual(expect.objectContaining({ customerEmail: expect.stringContaining('@') }))

  // Amounts are of one currency, and those that are the same are in the order of their ids.
  const euros = own.filter(({ currency, id }) => currency === 'EUR' && id !== own.at(-1)!.id)
  const byAmount = euros.toSorted((a, b) => b.minor - a.minor || Number(b.id) - Number(a.id)).map(({ id }) => id)
  const dear = await get('sort=-amount&currency=EUR&size=10&created=2026-05-01..')
  const less = await get(`sort=-amount&currency=EUR&size=10&created=2026-05-01..&after=${dear.next}`)
  expect([...ids(dear), ...ids(less)].filter((id) => byAmount.includes(id))).toEqual(
    byAmount.filter((id) => [...ids(dear), ...ids(less)].includes(id)),
  )
  expect(await refused('sort=amount')).toEqual([400, 'currency_needed', 'sort'])
  expect(await refused('amount=1..2')).toEqual([400, 'currency_needed', 'amount'])
  expect(await refused('amount=1.234&currency=EUR')).toEqual([400, 'amount_too_fine', 'amount'])
  expect(await refused('sort=brand')).toEqual([400, 'invalid_field', 'sort'])

  expect(await refused('after=broken')).toEqual([400, 'invalid_cursor', 'after'])
  expect(await refused(`sort=created&after=${first.next}`)).toEqual([400, 'invalid_cursor', 'after'])
  expect(await refused(`after=${first.next}&before=${first.next}`)).toEqual([400, 'two_cursors', 'before'])
  expect(await refused(`siteId=${sites.other.id}`)).toEqual([404, 'site_not_found', 'siteId'])
  expect(await refused(`siteId=${sites.mine},${sites.other.id}`)).toEqual([404, 'site_not_found', 'siteId'])
  expect(await refused(`merchantId=${sites.other.merchantId}`)).toEqual([404, 'merchant_not_found', 'merchantId'])
  expect(await get('size=1&count=exact')).toMatchObject({ total: own.length + 3, totalIsExact: true })

  const file = await exportAs(
    world,
    owner,
    `payments?siteId=${sites.second}&created=2026-05-01&timeZone=Europe/Bucharest`,
  )
  expect(file).toMatchObject({
    status: 200,
    name: `attachment; filename="payments-site-${sites.second}-from-2026-05-01-to-2026-05-01-Europe-Bucharest.csv"`,
  })
  const header = file.lines[0]!.split(',')
  const rows = file.lines
    .slice(1)
    .map((line) => Object.fromEntries(line.split(',').map((text, nth) => [header[nth], text])))
  const atSecond = own.filter(({ site }) => site === sites.second).toReversed()
  // The three that came since are copies of one of this site.
  expect(rows.map(({ id, amount_minor: minor }) => [id, Number(minor)]).slice(0, -3)).toEqual(
    atSecond.map(({ id, minor }) => [id, minor]),
  )
  const [{ created_at: at, created_at_utc: utc }] = rows as [Record<string, string>]
  expect(at).toMatch(/\+03:00$/)
  expect(Temporal.Instant.from(at!).toString()).toBe(utc)
  const entries = (await owner.call('GET', '/audit')).body.data as { action: string }[]
  expect(entries.filter(({ action }) => action === 'listExported')).toMatchObject([
    { subject: { type: 'list', id: 'payments' }, after: { filters: ['siteId', 'created', 'timeZone'] } },
  ])

  // However many there are, the exact number of all is exact on the last page too.
  await sells(10_000, 3_000_000)
  const last = await get(`size=100&count=exact&after=${first.next}`)
  expect(last).toMatchObject({ total: own.length + 10_003, totalIsExact: true })
  expect(last).not.toHaveProperty('next')
})

test('a search that looks at few entries at a time goes through all of them, and says how far it is', async () => {
  const { world, sales, sites } = await openSites(90)
  const { db } = world.app
  const search = {
    siteIds: [sites.mine, sites.second, sites.other.id],
    isEverySite: false,
    text: 'BREAD 10',
    sort: 'created',
  } as const
  const list = await searchTransactions({ db, rowCounts: openRowCountIndexes(world.app) }, search)
  for (const [reading, falling] of [
    ['after', true],
    ['after', false],
    ['before', true],
  ] as const) {
    const found: string[] = []
    let page: KeysetPage<{ id: bigint }> | undefined
    let isShort = false
    for (let pages = 0; pages < 100; pages++) {
      const position = page && (reading === 'after' ? page.next : page.previous)
      if (page && !position) break
      const start = reading === 'before' && !page ? { id: '1' } : undefined
      const from = position ?? start
      page = await readKeyset(db, list, {
        size: 4,
        falling,
        looks: [6, 9],
        ...(from && { from: { position: from, reading } }),
      })
      const ids = page.rows.map(({ id }) => String(id))
      found.push(...(reading === 'before' ? ids.toReversed() : ids))
      isShort ||= page.rows.length < 4 && page.searchedTo !== undefined
    }
    const wanted = sales.filter(({ description }) => description.includes('Bread 10')).map(({ id }) => id)
    expect(found).toEqual(reading === 'after' && falling ? wanted : wanted.toReversed())
    expect(isShort).toBe(true)
  }
})
