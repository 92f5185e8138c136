import pg from 'pg'
import { expect, test } from 'vitest'
import { boundTables } from '../../src/app/bound-tables.ts'
import { insertable } from '../../src/audit/insertable.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { type Difference, verify } from '../../src/audit/verify.ts'
import { acquirerHistory } from '../world/acquirer-history.ts'
import { bankHistory } from '../world/bank-history.ts'
import {
  type ByHand,
  copyByHand,
  copyWithCauses,
  isCause,
  type Log,
  subjects,
  tablesByHand,
} from '../world/inserted.ts'
import { neverInserted } from '../world/never-inserted.ts'
import { richHistory } from '../world/rich-history.ts'
import type { World } from '../world/world.ts'

test('a row that somebody puts in by hand, with its cause, is found after a seal, or its table is listed with a reason', async () => {
  const turns: Turn[] = []
  for (const open of [async () => (await richHistory()).world, bankHistory, acquirerHistory])
    turns.push(...(await turnsIn(await open())))
  const isListed = ({ name }: ByHand): boolean => name in insertable
  expect(turns.flatMap((turn) => namesOf(turn, (row) => !isFound(turn, row) && !isListed(row)))).toEqual([])

  const alone = turns.filter(({ log }) => log === undefined)
  const notFound = new Set(alone.flatMap((turn) => namesOf(turn, (row) => !isFound(turn, row))))
  expect(Object.keys(insertable).filter((name) => !notFound.has(name))).toEqual([])

  const inserted = new Set(alone.flatMap((turn) => namesOf(turn)))
  const isBound = new Set<string>(boundTables.map(({ table }) => table))
  const untried = alone[0]!.tables.filter((name) => !inserted.has(name) && !isBound.has(name))
  expect(untried.toSorted()).toEqual(Object.keys(neverInserted).toSorted())

  const withCauses = new Set(turns.filter(({ log }) => log).flatMap((turn) => namesOf(turn)))
  expect(Object.keys(subjects).filter((name) => !withCauses.has(name))).toEqual([])
}, 300_000)

test('a quote that somebody puts in by hand at a better rate, at an old one, or for fewer coins is found', async () => {
  await using world = await bankHistory()
  const columns = 'holder_id, asset_id, input_type, currency, fee_minor, sender, created_at, expires_at, rate_source'
  const puts = (minor: string, quantity: string, numerator: string, asOf = 'rate_as_of') => `
    insert into topups.quotes (${columns}, minor, quantity, rate_numerator, rate_denominator, rate_as_of)
    select ${columns}, ${minor}, ${quantity}, ${numerator}, rate_denominator, ${asOf} from topups.quotes order by id limit 1`
  await world.query(puts('minor * 2', 'quantity', `(rate_numerator::numeric * 2)::text`))
  await world.query(puts('minor', 'quantity', 'rate_numerator', `rate_as_of - interval '1 day'`))
  await world.query(puts('minor', 'div(quantity, 2)', 'rate_numerator'))
  const { differences } = await verify(world.app)
  const found = differences
    .filter(({ about, wrong }) => about.startsWith('quote ') && !ofCode.test(wrong))
    .map(({ wrong }) => wrong)
  expect(found).toEqual([
    ...[
      'its rate was not the newest of its coin and its currency',
      'its rate was not the newest of its coin and its currency',
    ],
    'its coins are not worth its amount',
  ])
})

/** What is found besides by what the facts say. */
const ofCode = /^the program did not make this row/

/** The rows of one kind that are put in, and what `verify` says only since then. */
type Turn = { log: Log | undefined; tables: string[]; inserted: ByHand[]; differences: Difference[] }

const namesOf = ({ inserted }: Turn, isMeant: (row: ByHand) => boolean = () => true): string[] =>
  inserted.filter(isMeant).map(({ name }) => name)

/** Somebody may put in a row alone, or with the events about it, or with its audit entries. */
async function turnsIn(world: World): Promise<Turn[]> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  const turns: Turn[] = []
  const known = new Set<string>()
  await sealAll(world.app)
  for (const [nth, log] of ([undefined, 'outbox.events', 'directory.audit'] as const).entries()) {
    const tables = await tablesByHand(client, nth)
    const inserted: ByHand[] = []
    for (const table of tables) {
      const causes = log && (await copyWithCauses(client, table, log))
      if (log ? causes : await copyByHand(client, table)) inserted.push({ ...table, ...causes })
    }
    await sealAll(world.app)
    const { differences } = await verify(world.app)
    const fresh = differences.filter((one) => !known.has(JSON.stringify(one)))
    for (const one of fresh) known.add(JSON.stringify(one))
    turns.push({ log, tables: tables.map(({ name }) => name), inserted, differences: fresh })
  }
  await client.end()
  // What is found here is not to fail the verification with which each world ends.
  Object.assign(world, { verify: async () => ({ differences: [], checked: [] }) })
  return turns
}

/** A difference names the row, or else its table and no other row that was put in; or it names an entry that is its cause. */
function isFound({ inserted, differences }: Turn, { name, marker, entries }: ByHand): boolean {
  return differences.some((one) => {
    const text = JSON.stringify(one)
    if (text.includes(marker) || entries?.some((entry) => isCause(one.look, entry))) return true
    return one.look.includes(`${name} where`) && !inserted.some((other) => text.includes(other.marker))
  })
}
