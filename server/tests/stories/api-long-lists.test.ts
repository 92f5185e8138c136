import { expect } from 'vitest'
import { inTurn, longTest, sampled } from '../world/length.ts'
import { openOldShop, page } from '../world/old-shop.ts'

type Sale = { id: number; status: string; at: number; minor: number; captured: number; ip: string }

/** 14,000 sales, one each minute and not quite in the order of their ids; some fail, and for a while nearly all; some are captured in part, some follow another. */
async function openBusyShop() {
  const shop = await openOldShop()
  await shop.sells(13_999)
  await shop.database.query(`update payments.payments set
    created_at = created_at + (id * 37 % 11 + id) * interval '1 minute', minor = 100 + id * 7919 % 5000, captured_minor = 0, currency =
      case when id % 10 = 0 then 'EUR' else 'RON' end,
    source = case when id between 4000 and 4020 then 're-bill-micro' when id < 9000 then 'service-call' else 're-bill' end,
    ip = '203.0.113.' || (id - (id % 50 = 0)::integer) % 97, parent_id = case when id % 50 = 0 then id - 1 end,
    status = case when id % 5000 between 3000 and 4200 then 'failed' else
      (array['failed', 'voided', 'refunded', 'captured', 'captured', 'captured', 'captured'])[1 + id % 7] end`)
  await shop.database.query(`update payments.payments set captured_minor = case
    when status in ('failed', 'voided') then 0 when id % 5 = 0 then minor / 2 else minor end`)
  const { rows } = await shop.database.query<Record<keyof Sale | 'currency' | 'source', string>>(`
    select id, status, extract(epoch from created_at) as at, minor, captured_minor as captured, currency, source, ip
    from payments.payments order by id`)
  const sales = rows.map(({ id, status, at, minor, captured, ...others }) => ({
    ...{ id: Number(id), status, at: Number(at), minor: Number(minor), captured: Number(captured), ...others },
    shown: Number(captured) > 0 ? Number(captured) : Number(minor),
  }))
  return { ...shop, sales }
}

// In small: any two filters of payments find exactly what they must, page by page there and back, and count it
longTest(
  'a list by period, status, amount and address holds exactly what it must, on every page and in both directions',
  async () => {
    const { client, sales, checkpoints, database } = await openBusyShop()
    const time = (index: number) => sales[index]!.at
    const moment = (seconds: number) => encodeURIComponent(new Date(seconds * 1000).toISOString())
    type Lists = readonly [query: string, has: (sale: (typeof sales)[number]) => boolean]
    const from = (index: number): Lists => [`createdAtFrom=${moment(time(index))}`, ({ at }) => at >= time(index)]
    const to = (index: number): Lists => [`createdAtTo=${moment(time(index))}`, ({ at }) => at <= time(index)]
    const is = (publicly: string, ...statuses: string[]): Lists => [
      `transactionStatus=${publicly}`,
      ({ status }) => statuses.includes(status),
    ]
    const both = (...lists: Lists[]): Lists => [
      lists.map(([query]) => query).join('&'),
      (sale) => lists.every(([, has]) => has(sale)),
    ]
    const [paid, failed] = [is('complete-ok', 'captured'), is('complete-failed', 'failed')]
    const amount: Lists = ['amountFrom=9.00&amountTo=11.00', ({ shown }) => shown >= 900 && shown <= 1100]
    const ron: Lists = ['currency=RON', ({ currency }) => currency === 'RON']
    const eur: Lists = ['currency=EUR', ({ currency }) => currency === 'EUR']
    const address: Lists = ['ip=203.0.113.5', ({ ip }) => ip === '203.0.113.5']
    const bySource = (...sources: string[]): Lists => [
      sources.map((source) => `source[]=${source}`).join('&'),
      ({ source }) => sources.includes(source),
    ]
    const values = [
      ron,
      eur,
      bySource('re-bill'),
      bySource('re-bill-micro'),
      bySource('service-call', 're-bill-micro', 'service-call'),
    ]
    const lists: Lists[] = [
      ...[...values, bySource('card-change'), both(ron, bySource('re-bill')), both(to(12_700), bySource('re-bill'))],
      ...[paid, failed, amount, both(from(1_500), to(5_500)), both(from(2_100), to(2_110)), from(13_400), to(1_200)],
      ...[both(from(1_500), to(12_500), paid), both(from(500), to(12_500), failed), both(from(500), to(7_500), amount)],
      ...[both(ron, from(1_500), to(12_500)), both(eur, from(1_500), paid)],
      ...[both(paid, amount), both(paid, ron), both(to(12_700), ron), both(to(0), from(9_000)), from(13_999)],
      ...[address, both(address, from(1_500), to(5_500))],
    ]

    for (let round = 1; round <= 2; round++) {
      for (const [index, [query, has]] of sampled(lists, 12).entries()) {
        const oldestFirst = sales.filter(has).map(({ id }) => id)
        const last = Math.max(1, Math.ceil(oldestFirst.length / 10))
        const sortings = [
          [1, oldestFirst.toReversed()],
          [0, oldestFirst],
        ] as const
        const numbers = round === 1 ? [1] : [...new Set([1, Math.ceil(last * 0.4), last])]
        for (const [nth, number] of numbers.entries()) {
          for (const [sorting, ids] of inTurn(sortings, index + nth + round, 1))
            expect(
              await page(client, `${query}&perPage=10&page=${number}&reverseSorting=${sorting}`),
              query,
            ).toMatchObject({
              totalItemCount: ids.length,
              ids: ids.slice((number - 1) * 10, number * 10),
            })
        }
        const through = sales[6_321]!.id
        const below = oldestFirst.filter((id) => id <= through)
        expect(await page(client, `${query}&throughId=${through}`), query).toMatchObject({
          totalItemCount: below.length,
          ids: below.toReversed().slice(0, 100),
        })
      }
      await page(client, '')
      await page(client, '')
    }
    expect(await checkpoints()).toBe(13)
    await database.query('analyze payments.payments')
    const { rows } = await database.query(
      `explain select from payments.payments where site_id = 10001 and ip = '203.0.113.5'`,
    )
    expect(JSON.stringify(rows)).toContain('payments_ip_idx')
  },
)

// In small: any two filters of payments find exactly what they must, page by page there and back, and count it
longTest('where entries were made in no order at all, the list of a period is still exact', async () => {
  const { client, database, sells, checkpoints } = await openOldShop()
  await sells(18_999)
  await database.query(`update payments.payments set created_at = created_at + case
    when id / 1000 % 2 = 0 then interval '1 day' else interval '9 days' end`)
  for (let reads = 1; reads <= 2; reads++) await page(client, '')
  const { rows } = await database.query<{ id: string }>(`select id from payments.payments
    where created_at < (select min(created_at) from payments.payments) + interval '4 days' order by id desc`)
  const { rows: ends } = await database.query<{ to: string }>(
    `select extract(epoch from min(created_at) + interval '4 days') as to from payments.payments`,
  )

  expect(await checkpoints()).toBeGreaterThanOrEqual(16)
  expect(
    await page(client, `createdAtTo=${encodeURIComponent(new Date(Number(ends[0]!.to) * 1000).toISOString())}&page=30`),
  ).toMatchObject({
    totalItemCount: rows.length,
    ids: rows.slice(2_900, 3_000).map(({ id }) => Number(id)),
  })
})
