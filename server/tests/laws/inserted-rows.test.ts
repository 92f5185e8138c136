import pg from 'pg'
import { expect, test } from 'vitest'
import { insertable } from '../../src/audit/insertable.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { verify } from '../../src/audit/verify.ts'
import { type ByHand, copyByHand, tablesByHand } from '../world/inserted.ts'
import { richHistory } from '../world/rich-history.ts'

test('a row that somebody puts in by hand, with its cause, is found after a seal, or its table is listed with a reason', async () => {
  const { world } = await richHistory()
  await sealAll(world.app)
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  const inserted: ByHand[] = []
  for (const table of await tablesByHand(client)) if (await copyByHand(client, table)) inserted.push(table)
  await client.end()
  await sealAll(world.app)
  const { differences } = await verify(world.app)
  // What is found here is not to fail the verification with which each shop ends.
  Object.assign(world, { verify: async () => ({ differences: [], checked: [] }) })
  const isFound = ({ name, marker }: ByHand): boolean =>
    differences.some((one) => one.look.includes(`${name} where`) || JSON.stringify(one).includes(marker))
  const isListed = ({ name }: ByHand): boolean => name in insertable
  const names = (tables: readonly ByHand[]) => tables.map(({ name }) => name)
  expect(names(inserted.filter((table) => !isFound(table) && !isListed(table)))).toEqual([])
  expect(names(inserted.filter((table) => isFound(table) && isListed(table)))).toEqual([])
  expect(names(inserted)).toEqual(expect.arrayContaining(['directory.audit', 'outbox.events', 'shoppers.cards']))
  expect(Object.keys(insertable).filter((name) => !names(inserted).includes(name))).toEqual([])
  expect(inserted.length).toBeGreaterThan(70)
}, 300_000)
