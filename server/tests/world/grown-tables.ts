import type pg from 'pg'
import { journalsOf } from '#kernel/audit/seal/reach.ts'
import { positionsStatement } from '#kernel/audit/seal/statements.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { type FilledTables, openFilledTables } from './filled-tables.ts'
import { byLength } from './length.ts'
import type { StatementCost } from './statement-costs.ts'

/** Rows of each table, at first and then. To fill all hundred and fifty with one row each takes two milliseconds of the processor. */
export const sizes = byLength({ short: [60, 600], long: [1_000, 10_000] })

/** What has a row for each merchant, partner, connector, chain or kind of work, and grows with none of what they do. */
const isOfFew = (table: string): boolean =>
  /^(?:directory\.(?!audit)|partners|programmes|routing|bins|wallets\.(?:accounts|keys)|processors\.(?:connections|credentials|polls)|deposits\.(?:keys|chains|assets|cursors)|disputes\.cursors|settlement\.cut_offs|fee_invoices\.(?:months|series|billing_details)|merchant_payouts\.terms|access\.token_keys|issuervault\.(?:ranges|product_keys)|reconciliation\.(?:connectors|places)|screening\.lists|stripe\.places|florin\.(?:migrations|clock|scheduled_tasks|installation|tables_to_bind|marks)|seals)\b/.test(
    table,
  )

const feeds = sealed.flatMap((kind) => kind.feeds)

/** The subjects for which the feeds look in a journal, each in its turn, with an id as the feed reads it. */
function subjectsOf(table: string): Readonly<Record<string, string>> {
  const texts = feeds.filter(({ journal }) => journal.table === table).map(({ keys }) => keys?.('f') ?? '')
  const subjects = texts.map((text) => ({
    name: /\bname (?:= |in \()'(\w+)'/.exec(text)?.[1] ?? 'other',
    subject_type: /\bsubject_type = '(\w+)'/.exec(text)?.[1] ?? 'other',
    owner_kind: text.includes('subject_id::uuid') ? 'holder' : 'site',
    id: text.includes('subject_id::uuid') ? `'00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0')` : 'n::text',
  }))
  const inTurn = (value: (subject: (typeof subjects)[number]) => string) =>
    `case n % ${subjects.length} ${subjects.map((one, nth) => `when ${nth} then ${value(one)}`).join(' ')} end`
  const named = ['name', 'subject_type', 'owner_kind'] as const
  return {
    [`${table}.subject_id`]: inTurn(({ id }) => id),
    ...Object.fromEntries(named.map((column) => [`${table}.${column}`, inTurn((one) => `'${one[column]}'`)])),
  }
}

export const openGrownTables = (
  client: pg.Client,
  { now, columns = {} }: { now: Temporal.Instant; columns?: Readonly<Record<string, string>> },
): Promise<FilledTables> =>
  openFilledTables(client, {
    now,
    columns: {
      ...{ site_id: '10001', merchant_id: '101', partner_id: '501' },
      ...{ currency: `'EUR'`, connector: `'sandbox'`, owner_kind: `'site'` },
      account: `'account ' || n % 10`,
      ...subjectsOf('outbox.events'),
      ...subjectsOf('directory.audit'),
      ...columns,
    },
    leaves: isOfFew,
  })

/** Everything that is there counts as sealed. */
export async function sealWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; newest: bigint }>(positionsStatement(journalsOf(sealed)))
  const positions = Object.fromEntries(rows.map(({ name, newest }) => [name, String(newest)]))
  // As a program that knows the columns.
  await client.query(`set application_name = 'grown tables/3'`)
  await client.query(
    `insert into seals.seals (id, previous, hash, positions, sealed_at) select coalesce(max(id), 0) + 1, '', '', $1, now() from seals.seals`,
    [JSON.stringify(positions)],
  )
}

/**
 * The statements that read more of the larger tables for the same work, with their tables and rows, but for those whose
 * text has a part of `may`. What is found by an index varies by some rows; who reads a larger part of a table reads hundreds.
 */
export function costlier(
  few: ReadonlyMap<string, StatementCost>,
  many: ReadonlyMap<string, StatementCost>,
  may: Readonly<Record<string, string>>,
): string[] {
  const allowed = Object.keys(may)
  return [...many.values()].flatMap(({ text: asSent, tables }) => {
    const text = asSent.replace(/\s+/g, ' ').trim()
    if (allowed.some((part) => text.includes(part))) return []
    return [...tables].flatMap(([table, rows]) => {
      const before = few.get(asSent)?.tables.get(table) ?? 0
      if (rows <= 2 * before + sizes[0]! / 2) return []
      return [`${table}: ${before}, then ${rows} rows in: ${text.slice(0, 400)}`]
    })
  })
}
