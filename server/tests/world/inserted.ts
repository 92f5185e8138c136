import pg from 'pg'

type Column = { name: string; type: string; required: boolean; keys: readonly string[] }
type Table = { name: string; columns: readonly Column[] }
/** A table, a text that is in what `verify` says of the row that is put in, and the audit entries that are put in with it. */
export type ByHand = Table & { marker: string; nth: number; entries?: readonly string[] }

/** The tables of an installation. Rows of different turns have different keys. */
export async function tablesByHand(client: pg.Client, turn = 0): Promise<ByHand[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname || '.' || c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'required', a.attnotnull, 'keys', (
          select coalesce(jsonb_agg(i.indexrelid::regclass::text), '[]') from pg_index i
           where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and a.attnum = any(i.indkey))) order by a.attnum)
         from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname <> 'seals' and n.nspname || '.' || c.relname not in ('florin.migrations', 'florin.tables_to_bind', 'florin.retired_codes', 'florin.clock')
    order by 1`)
  return rows.map((row, index) => {
    const nth = 1_000 * turn + index
    return { ...row, nth, marker: String(number(nth)) }
  })
}
const number = (nth: number): number => 8_100_000 + nth

const freshByType: Readonly<Record<string, (nth: number) => string>> = {
  uuid: (nth) => `'00000000-0000-4000-8000-00000${number(nth)}'`,
  bytea: (nth) => `'\\x${number(nth)}0'`,
  int2: (nth) => `${31 + turnOf(nth)}`,
  int4: (nth) => `${number(nth)}`,
  int8: (nth) => `${number(nth)}`,
  date: (nth) => `(r.DAY + ${1 + turnOf(nth)})`,
  int8range: (nth) => `int8range(${1 + turnOf(nth)}, ${2 + turnOf(nth)})`,
  timestamptz: (nth) => `(r.DAY + interval '${9_000 + turnOf(nth)} hours')`,
}
const turnOf = (nth: number): number => Math.floor(nth / 1_000)

/** Puts a copy of a row in, with a key of its own. Returns false where there is none, or where the rules of the table refuse it. */
export const copyByHand = (client: pg.Client, table: ByHand): Promise<boolean> =>
  putIn(client, copyOf(table, freshOf(table), 'true limit 1'))

/**
 * Puts a copy of a row in together with copies of its causes: the events whose subject is the copied row, or its audit
 * entries, with the new row as their subject. Returns the numbers of the entries, or undefined where no row of the table has a cause.
 */
export async function copyWithCauses(
  client: pg.Client,
  table: ByHand,
  log: Log,
): Promise<Required<Pick<ByHand, 'entries'>> | undefined> {
  if (!subjects[table.name]) return undefined
  const { types, key = 'id' } = subjects[table.name]!
  const fresh = freshOf(table)
  const given = fresh.get(key) ?? 'no key'
  const isOfType = `c.subject_type in (${types.map((type) => `'${type}'`).join(', ')})`
  const { rows } = await client.query<{ copied: string }>(
    `select r."${key}"::text as copied from ${table.name} r join ${log} c on c.subject_id = r."${key}"::text where ${isOfType} limit 1`,
  )
  const [{ copied } = {}] = rows
  if (copied === undefined) return undefined
  const where = `r."${key}"::text = '${copied}'`
  const names = columnsOf[log].join(', ')
  const values = columnsOf[log].map((name) => (name === 'subject_id' ? `(${given})::text` : `c.${name}`)).join(', ')
  const causes = `insert into ${log} (${names}) select ${values} from ${log} c, ${table.name} r where ${where} and c.subject_id = '${copied}' and ${isOfType} returning id::text`
  const entries: string[] = []
  const isIn = await putIn(client, copyOf(table, fresh, where), async () => {
    const made = await client.query<{ id: string }>(causes)
    if (log === 'directory.audit') entries.push(...made.rows.map(({ id }) => id))
  })
  return isIn ? { entries } : undefined
}
/** Whether a difference says that the program did not make this audit entry. */
export const isCause = (look: string, entry: string): boolean => look === `directory.audit where id = '${entry}'`
export type Log = keyof typeof columnsOf
const columnsOf = {
  'outbox.events': ['name', 'owner_kind', 'owner_id', 'subject_type', 'subject_id', 'body', 'occurred_at'],
  'directory.audit': [
    ...['actor', 'action', 'owner_kind', 'owner_id', 'subject_type', 'subject_id', 'before', 'after', 'from_where'],
    ...['occurred_at', 'reason'],
  ],
}

function freshOf({ columns, nth }: ByHand): Map<string, string> {
  const others = columns.filter((column) => column.name !== 'mac')
  const keys = new Set(others.flatMap((column) => column.keys))
  return new Map(
    [...keys].map((key) => {
      const all = others.filter((column) => column.keys.includes(key))
      const required = all.filter((column) => column.required)
      const of = required.length > 0 ? required : all
      const { name, type } =
        of.find((one) => one.name === 'id') ??
        of.findLast((one) => /^(int\d|uuid|bytea)$/.test(one.type)) ??
        of.find((one) => one.type in freshByType) ??
        of.find((one) => one.name.endsWith('_id')) ??
        of[0]!
      const value =
        freshByType[type]?.(nth) ??
        `overlay(r."${name}" placing '${number(nth)}' from greatest(1, length(r."${name}") - 6))`
      return [
        name,
        `case when r."${name}" is not null then (${value.replace('r.DAY', `r."${name}"`)})::${type} end`,
      ] as const
    }),
  )
}

function copyOf({ name, columns }: ByHand, fresh: ReadonlyMap<string, string>, where: string): string {
  const names = columns.map((column) => `"${column.name}"`)
  const values = columns.map((column) =>
    column.name === 'mac' ? 'null' : (fresh.get(column.name) ?? `r."${column.name}"`),
  )
  return `insert into ${name} (${names.join(', ')}) overriding system value select ${values.join(', ')} from ${name} r where ${where}`
}

async function putIn(client: pg.Client, copy: string, putCauses = async () => {}): Promise<boolean> {
  for (const right of rights) {
    await client.query('begin')
    try {
      await client.query(right)
      await putCauses()
      const { rowCount } = await client.query(copy)
      await client.query('commit')
      return rowCount === 1
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError)) throw error
    }
  }
  return false
}

/** Each role in turn, and at last without foreign keys: who can put a row in can put in those that it refers to, too. */
const rights = [
  'set local role florin_app',
  'set local role florin_vault',
  'set local role florin_issuer',
  'set local session_replication_role = replica',
]

/** What audit entries and events call the rows of a table, which they name by its `id` or another key. */
export const subjects: Readonly<Record<string, { types: readonly string[]; key?: string }>> = {
  'access.approvals': { types: ['approval'] },
  'access.staff': { types: ['staff'] },
  'accounts.accounts': { types: ['account'] },
  'cards.cards': { types: ['card'] },
  'chargebacks.disputes': { types: ['card', 'cardDispute'] },
  'deposits.chains': { types: ['chain'], key: 'name' },
  'deposits.deposits': { types: ['deposit'] },
  'directory.merchants': { types: ['merchant'] },
  'directory.sites': { types: ['site'] },
  'disputes.cases': { types: ['dispute'] },
  'documents.documents': { types: ['document'] },
  'documents.verifications': { types: ['verification'] },
  'holders.holders': { types: ['holder', 'kyc', 'person'] },
  'invoices.documents': { types: ['invoice'] },
  'kyc.cases': { types: ['kycCase'] },
  'links.links': { types: ['link'] },
  'merchant_payouts.bank_accounts': { types: ['bankAccount'] },
  'merchant_payouts.files': { types: ['payoutFile'] },
  'merchant_payouts.terms': { types: ['payoutTerms'] },
  'networkreports.reports': { types: ['networkReport'] },
  'orders.orders': { types: ['order'] },
  'partners.partners': { types: ['partner'] },
  'payments.payments': { types: ['payment'] },
  'pricing.rules': { types: ['priceRule'] },
  'programmes.products': { types: ['product'] },
  'reconciliation.reports': { types: ['acquirerReport'] },
  'routing.rules': { types: ['routingRule'] },
  'screening.hits': { types: ['hit'] },
  'settlement.batches': { types: ['batch'] },
  'shoppers.cards': { types: ['card'] },
  'shoppers.shoppers': { types: ['shopper'] },
  'spending.files': { types: ['clearingFile'] },
  'spending.transactions': { types: ['transaction'] },
  'threeds.challenges': { types: ['challenge'] },
  'topups.topups': { types: ['topup'] },
}
