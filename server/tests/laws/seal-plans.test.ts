import type pg from 'pg'
import { expect, test } from 'vitest'
import { journalsOf } from '#kernel/audit/seal/reach.ts'
import { nameOf } from '#kernel/audit/seal/sealed.ts'
import { positionsStatement, reachStatement } from '#kernel/audit/seal/statements.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const journals = journalsOf(sealed)

test('what is new of a journal is found by an index that begins with its numbers', async () => {
  const client = await connectAsSuperuser(await copyOfTemplate())
  // Of empty tables the database would rather read all: with this it does so only where there is no other way.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  const firstColumns = await firstColumnsOf(client)
  const statements = [
    ...journals.map((journal) => [`reach of ${nameOf(journal)}`, reachStatement(journal)] as const),
    ...journals.map((journal) => [`newest of ${nameOf(journal)}`, positionsStatement([journal])] as const),
  ]
  const whole: string[] = []
  for (const [name, text] of statements) {
    const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
    whole.push(...wholeReads(rows[0]['QUERY PLAN'][0].Plan, firstColumns).map((table) => `${name}: ${table}`))
  }
  expect(statements.length).toBeGreaterThan(100)
  expect(whole).toEqual([])
})

type Node = {
  Plans?: Node[]
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
}

/**
 * The tables that a plan reads from their beginning to their end, or through a filter until something fits. An index is
 * read so too where the condition is about another column than its first: PostgreSQL then skips from value to value.
 */
function wholeReads(node: Node, firstColumns: ReadonlyMap<string, string>, above?: Node): string[] {
  const table = node['Relation Name'] ? `${node.Schema}.${node['Relation Name']}` : undefined
  const parts = (node.Plans ?? []).flatMap((part) => wholeReads(part, firstColumns, node))
  if (table === undefined) return parts
  const first = firstColumns.get(`${node.Schema}.${indexOf(node)}`)
  const isByFirst = first !== undefined && new RegExp(`\\b${first}\\b`).test(conditionOf(node))
  const isNext = above?.['Node Type'] === 'Limit' && !node.Filter && first !== undefined && conditionOf(node) === ''
  return isByFirst || isNext ? parts : [table, ...parts]
}

/** A scan of a bitmap reads what the index below it has found. */
const indexOf = (node: Node): string | undefined => node['Index Name'] ?? node.Plans?.map(indexOf).find((name) => name)
const conditionOf = (node: Node): string => node['Index Cond'] ?? node.Plans?.map(conditionOf).join(' ') ?? ''

async function firstColumnsOf(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; first: string }>(`
    select relnamespace::regnamespace || '.' || relname as name, pg_get_indexdef(indexrelid, 1, false) as first
      from pg_index join pg_class on oid = indexrelid`)
  return new Map(rows.map(({ name, first }) => [name, first]))
}
