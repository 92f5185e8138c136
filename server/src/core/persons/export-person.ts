import { type Author, auditEntry } from '#core/directory'
import { commit } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { PersonalTable } from '#kernel/db/personal-data.ts'
import type { PersonsContext } from './context.ts'
import type { Subject } from './erasure.ts'
import { bind, type FoundIds, findIds, idsOf } from './personal-rows.ts'
import { requirePerson } from './require-person.ts'

/** The file that a person gets: of each module its tables, and of each table its rows. */
export type PersonExport = {
  /** Fields are added, and do not change their meaning, as long as this stays. */
  format: 'florin-person-1'
  exportedAt: string
  customer: { kind: 'shopper' | 'holder'; id: string; owner: string }
  modules: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>
}

/**
 * Everything that is held of a person, for articles 15 and 20 of the GDPR, as of one moment. Card numbers, security codes,
 * passwords and codes are in no export. The audit says who has read it.
 */
export async function exportPerson(
  ctx: PersonsContext,
  { by, subject }: { by: Author; subject: Subject },
): Promise<PersonExport> {
  const { kind, person } = await requirePerson(ctx, subject)
  const now = ctx.clock.now()
  const exported = { action: 'personExported', owner: person.owner, subject: { type: kind.kind, id: subject.id } }
  await commit(ctx, now, [auditEntry(now, by, exported)], 'export-person')
  return ctx.db.snapshot(async (moment) => {
    const ids = await findIds(moment, kind.data, idsOf(kind.kind, subject.id))
    const modules: Record<string, Record<string, Record<string, unknown>[]>> = {}
    for (const { module, tables } of kind.data) {
      const parts = modules[module] ?? {}
      for (const table of tables) {
        const rows = await rowsOf(moment, table, ids)
        if (rows.length > 0) parts[camel(table.table.split('.')[1]!)] = rows
      }
      if (Object.keys(parts).length > 0) modules[module] = parts
    }
    const { owner } = person
    const customer = { kind: kind.kind, id: subject.id, owner: `${owner.kind} ${owner.id}` }
    return { format: 'florin-person-1' as const, exportedAt: String(now), customer, modules }
  })
}

/** Reads page by page, so that no statement runs long. */
async function rowsOf(moment: Reader, table: PersonalTable, ids: FoundIds): Promise<Record<string, unknown>[]> {
  const { key = 'id', exported, personal, of } = table
  const shown = Object.entries(personal).filter(([, { isHidden, reveal }]) => !isHidden || reveal)
  const columns = [...new Set([...exported.split(' '), ...shown.map(([column]) => column)])].filter((one) => one !== '')
  const revealed = shown.filter(([, { reveal }]) => reveal)
  const helping = revealed.flatMap(([, { revealWith = {} }]) => Object.entries(revealWith))
  const asked = [...columns.map((column) => `r.${column}`), ...helping.map(([name, of]) => `${of} as ${name}`)]
  const order = key.split(' ').map((column) => `r.${column}`)
  const { sql, values } = bind(
    `select ${asked.join(', ')} from ${table.table} r where ${of} order by ${order.join(', ')}`,
    ids,
  )
  const all: Record<string, unknown>[] = []
  for (let offset = 0; offset < rowsMax; offset += rowsAtOnce) {
    const rows = await moment.run(`${sql} limit ${rowsAtOnce} offset ${offset}`, values)
    for (const row of rows) {
      for (const [column, { reveal }] of revealed) row[column] = row[column] === null ? null : reveal!(row)
      for (const [name] of helping) delete row[name]
      all.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), jsonOf(value)])))
    }
    if (rows.length < rowsAtOnce) return all
  }
  throw new Error(`${table.table} has more than ${rowsMax} rows of one person: raise rowsMax in export-person.ts`)
}
const rowsAtOnce = 1_000
const rowsMax = 200_000

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())

function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof Temporal.Instant || value instanceof Temporal.PlainDate)
    return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
