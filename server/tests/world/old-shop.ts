import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type ApiClient, newCustomer, openApi, orders, typedCard } from './api.ts'
import { createWorld } from './world.ts'

/** A shop that has sold `count` times; all but the first sale are written into the database as copies of it. */
export async function openOldShop() {
  // Copies have no history and no books, so this installation is not verified in the end.
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { privateKey } = await world.merchant()
  const client = (await openApi(world)).client(privateKey)
  const { data } = await orders(client, await newCustomer(client), typedCard)
  const database = new pg.Client(world.databaseUrl)
  await database.connect()
  onTestFinished(() => database.end().catch(() => undefined))
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'payments.payments'::regclass
     and attnum > 0 and not attisdropped and attname not in ('id', 'key', 'order_id')`,
  )
  const columns = rows.map(({ name }) => name).join(', ')
  const copies = (count: number, at = 1_000_000) =>
    `insert into payments.payments (key, order_id, ${columns})
     select gen_random_uuid(), order_id + ${at} + n, ${columns} from payments.payments, generate_series(1, ${count}) as n
     where id = ${data.transactionId} returning id`
  return {
    world,
    client,
    database,
    copies,
    sells: (count: number, at?: number) => database.query(copies(count, at)),
    checkpoints: async () => (await database.query('select from florin.list_checkpoints')).rowCount,
  }
}

type Page = { ids: number[]; totalItemCount: number; currentItemCount: number }
export const page = async (client: ApiClient, query: string): Promise<Page> => {
  const { items, body } = await client.get(`/transaction?${query}`)
  return Object.assign(
    { ids: items.map(({ id }) => Number(id)) },
    { totalItemCount: 0, currentItemCount: 0, ...body.pagination },
  )
}
