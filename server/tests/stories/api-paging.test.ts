import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openApiShop } from '../world/api.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest, sampled } from '../world/length.ts'
import { openOldShop, page } from '../world/old-shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

freshDatabases({
  atMost: 6,
  because: 'some tests let ids begin elsewhere, which no reset puts back, and one needs two',
})

// In small: any two filters of payments find exactly what they must, page by page there and back, and count it
longTest(
  'every page of a long list holds what it must, in both directions, before and after the list is marked',
  async () => {
    const { client, database, sells, checkpoints } = await openOldShop()
    await sells(12_344)
    const { rows } = await database.query<{ id: string }>('select id from payments.payments order by id')
    const oldestFirst = rows.map(({ id }) => Number(id))
    const newestFirst = oldestFirst.toReversed()

    for (let round = 1; round <= 3; round++) {
      for (const [number, perPage] of [
        [1, 100],
        [2, 100],
        [60, 100],
        [124, 100],
        [125, 100],
        [13, 1000],
        [4_115, 3],
      ] as const) {
        const from = (number - 1) * perPage
        const counts = {
          currentPageNumber: number,
          itemCountPerPage: perPage,
          totalItemCount: 12_345,
          pageCount: Math.ceil(12_345 / perPage),
        }
        const newest = await page(client, `page=${number}&perPage=${perPage}`)
        expect(newest).toMatchObject({ ...counts, ids: newestFirst.slice(from, from + perPage) })
        expect(newest.currentItemCount).toBe(newest.ids.length)
        expect(await page(client, `page=${number}&perPage=${perPage}&reverseSorting=0`)).toMatchObject({
          ...counts,
          ids: oldestFirst.slice(from, from + perPage),
        })
      }
    }
    expect(await checkpoints()).toBeGreaterThanOrEqual(10)
    // What is filtered is counted, and comes to the same.
    expect(await page(client, 'page=60&currency=EUR')).toMatchObject({
      totalItemCount: 12_345,
      ids: newestFirst.slice(5_900, 6_000),
    })
  },
)

/** Few are put together at once, more are counted first, and of very many the page is read along the ids. */
test.each(sampled([300, 6_000, 21_000], 1))('every page of a filtered list of %i holds what it must', async (count) => {
  const { client, database, sells } = await openOldShop()
  // Ids of four digits and of five, which come in another order as text.
  await database.query('alter table payments.payments alter column id restart with 9900')
  await sells(count - 1)
  const { rows } = await database.query<{ id: string }>('select id from payments.payments order by id')
  const oldestFirst = rows.map(({ id }) => Number(id))
  const newestFirst = oldestFirst.toReversed()
  const last = count / 100

  for (const number of [1, 2, last, last + 1]) {
    const from = (number - 1) * 100
    const newest = await page(client, `currency=EUR&page=${number}`)
    expect(newest).toMatchObject({ totalItemCount: count, ids: newestFirst.slice(from, from + 100) })
    const oldest = await page(client, `currency=EUR&page=${number}&reverseSorting=0`)
    expect(oldest).toMatchObject({ totalItemCount: count, ids: oldestFirst.slice(from, from + 100) })
  }
  const through = newestFirst[count - 51]
  expect(await page(client, `currency=EUR&throughId=${through}`)).toMatchObject({ totalItemCount: 51 })
})

// In small: every page of a filtered list of %i holds what it must
longTest('pages of a list that is asked for through an id do not shift when something is sold meanwhile', async () => {
  const { client, sells } = await openOldShop()
  await sells(9)
  const first = await page(client, 'page=1&perPage=4')
  await sells(3, 2_000_000)

  const second = await page(client, `page=2&perPage=4&throughId=${first.ids[0]}`)

  expect(second.totalItemCount).toBe(10)
  expect(second.ids.every((id) => !first.ids.includes(id))).toBe(true)
  expect(Math.max(...second.ids)).toBe(Math.min(...first.ids) - 1)
})

test('a sale that is still being written while the list is marked is counted as soon as it is there', async () => {
  const { client, world, copies, sells, checkpoints } = await openOldShop()
  const slow = new pg.Client(world.databaseUrl)
  await slow.connect()
  onTestFinished(() => slow.end())
  await slow.query('begin')
  const late = Number((await slow.query<{ id: string }>(copies(1, 2_000_000))).rows[0]!.id)
  await sells(9_000)
  for (let reads = 1; reads <= 4; reads++) expect(await page(client, '')).toMatchObject({ totalItemCount: 9_001 })
  expect(await checkpoints()).toBe(0)

  await slow.query('commit')

  expect(await page(client, '')).toMatchObject({ totalItemCount: 9_002 })
  expect((await page(client, 'reverseSorting=0&perPage=3')).ids).toContain(late)
  expect(await checkpoints()).toBeGreaterThanOrEqual(7)
})

// In small: a program that follows the log misses nothing, also when an entry with a lower number appears after one with a higher
longTest(
  'a long transaction in another database of the same server does not keep a list from being marked',
  async () => {
    const { client, sells, checkpoints } = await openOldShop()
    const other = await connectAsSuperuser(await copyOfTemplate())
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await other.query('lock table payments.payments in row exclusive mode')
    await sells(9_000)

    for (let reads = 1; reads <= 2; reads++) await page(client, '')
    const marked = await checkpoints()
    await other.query('commit')

    expect(marked).toBeGreaterThanOrEqual(7)
  },
)

test('a list with nothing in it has all five numbers, and a page behind the last is empty', async () => {
  const { client } = await openApiShop()

  expect((await client.get('/transaction?page=7&perPage=20')).body).toEqual({
    code: 200,
    message: 'Success',
    data: [],
    pagination: { currentPageNumber: 7, totalItemCount: 0, itemCountPerPage: 20, currentItemCount: 0, pageCount: 0 },
  })
  expect((await client.get('/order?page=0&perPage=5000')).body.pagination).toMatchObject({
    currentPageNumber: 1,
    itemCountPerPage: 1000,
  })
})
