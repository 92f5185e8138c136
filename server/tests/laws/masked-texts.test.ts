import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { openShop } from '../world/shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const spellings = [
  '5105105105105100',
  '5105 1051 0510 5100',
  '5105-1051-0510-5100',
  '5105.1051.0510.5100',
  '5105/1051_0510 5100',
]
const typed = (spelling: string) => `my card is ${spelling}, 12/34`

/** Every text of the database in which the digits of the number stand in a row, whatever is between them. */
async function holders(databaseUrl: string): Promise<string[]> {
  const sql = await connectAsSuperuser(databaseUrl)
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^pg_|^information_schema'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) if (/5105\D{0,3}1051\D{0,3}0510\D{0,3}5100/.test(row)) found.push(`${name}: ${row}`)
  }
  return found
}

test.each(spellings)('a card number that a store sends in free text as %s is in no row', async (spelling) => {
  const text = typed(spelling)
  const shop = await openShop()
  const ana = await shop.sends({
    customer: { firstName: text, lastName: text, address: text, city: text },
    order: {
      description: text,
      items: [{ item: text, unitPrice: '9.90', units: '1', description: text }],
    } as never,
    customData: { [text]: text, nested: { note: text } },
  })
  expect(ana.opened.status).toBe(303)
  await ana.pays()
  await shop.world.runUntilIdle()
  await shop.world.app.requestLog.flush()
  expect(await holders(shop.world.databaseUrl)).toEqual([])
  expect(JSON.stringify(shop.notified()[0])).toContain('5105')
})

test('nor one that comes by the API or that a receiver replies', async () => {
  const text = typed(spellings[1]!)
  const { client, world, receiver } = await openApiShop()
  const customerId = await newCustomer(client, { firstName: text, address: text })
  receiver.answer({ status: 500, body: text })
  const { data } = await orders(client, customerId, {
    ...typedCard,
    ...{ description: text, externalCustomData: text },
  })
  await client.send('DELETE', `/transaction/${data.transactionId}`, { form: { amount: '1.00', message: text } })
  await world.runUntilIdle()
  await world.app.requestLog.flush()
  expect(await holders(world.databaseUrl)).toEqual([])
})
