import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { type QuantityColumn, quantity, readQuantity } from '#kernel/db/quantity.ts'
import { copyOfTemplate } from '../world/database.ts'

/** Quantities of coins do not fit in 64 bits; a number that loses a digit on its way is money that is lost. */

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'laws.quantities': { place: number; units: QuantityColumn }
  }
}

const table = `
  create schema laws;
  grant usage on schema laws to florin_app;
  create table laws.quantities (place integer primary key, units numeric(78,0) not null);
  grant select, insert on laws.quantities to florin_app;`

/** Written by a commit, as everything is, and read by a question. */
async function thereAndBack(sent: readonly bigint[]): Promise<bigint[]> {
  const url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(table).finally(() => client.end())
  const db = openDb(url, { role: 'florin_app', connectionsMax: 2 })
  try {
    const rows = sent.map((units, place) => ({ place, units: quantity(units) }))
    const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
    await commit({ db, react: async () => [] }, now, [insert('laws.quantities', rows)])
    const read = await db.read.selectFrom('laws.quantities').selectAll().orderBy('place').execute()
    return read.map(({ units }) => readQuantity(units))
  } finally {
    await db.close()
  }
}

test('2^200 goes to PostgreSQL and comes back with all its digits, and so does every number the column holds', async () => {
  const edges = [2n ** 200n, -(2n ** 200n), 2n ** 256n - 1n, 2n ** 63n, 0n, 1n, 10n ** 78n - 1n]
  const units = [...edges, ...fc.sample(fc.bigInt(-(10n ** 78n) + 1n, 10n ** 78n - 1n), 200)]
  expect(await thereAndBack(units)).toEqual(units)
})

test('a number that the column cannot hold is refused before it is sent', () => {
  expect(() => quantity(10n ** 78n)).toThrow(RangeError)
  expect(() => readQuantity('1.5')).toThrow(SyntaxError)
})
