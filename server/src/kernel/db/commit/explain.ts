import {
  AnyOf,
  AtLeast,
  Increase,
  type InsertWrite,
  type Miss,
  Ref,
  type UpdateWrite,
  type Write,
} from '#kernel/db/commit/writes.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'

/** Thrown by a `Writer.explain` that only wants to know what would be written: nothing is. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

/**
 * The writes of a commit for people, one or more lines each: what is inserted, what is changed under which conditions, and
 * which events are announced. Bytes and long values are shortened, card numbers masked, and who somebody is stays hidden.
 */
export const explainWrites = (writes: readonly Write[]): string => writes.map(explainWrite).join('\n')

function explainWrite(write: Write): string {
  switch (write.write) {
    case 'insert':
      return explainInsert(write)
    case 'update':
      return explainUpdate(write)
    case 'guard':
      return `unchanged ${write.table} where ${pairs(write.where)}; else ${missText(write.onMiss)}`
    case 'announce':
      return `event ${write.event} of ${shown(write.subjectId)}: ${shown(write.body)}`
  }
}

function explainInsert({ table, rows, orElse, as }: InsertWrite): string {
  const shownRows = rows.slice(0, rowsMax).map((row) => `  ${pairs(row)}`)
  const more = rows.length > rowsMax ? [`  ... and ${rows.length - rowsMax} more`] : []
  const conflict = orElse ? `, unless one has this ${orElse.conflict.join(', ')}` : ''
  return [`insert ${table}${as ? ` as <${as.label}>` : ''}${conflict}`, ...shownRows, ...more].join('\n')
}

const explainUpdate = ({ table, set, where, expect, onMiss }: UpdateWrite): string =>
  `update ${table} where ${pairs(where)}${expect === 1 ? '' : ` (${expect} rows)`}; else ${missText(onMiss)}\n  ${pairs(set)}`

const missText = (miss: Miss): string => (miss === 'stale' ? 'read and decide again' : `refuse: ${miss().message}`)

const pairs = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column}=${hiddenColumns.has(column) && value !== null ? '<hidden>' : shown(value)}`)
    .join(' ')
const hiddenColumns: ReadonlySet<string> = new Set(['email', 'password_hash', 'account_number'])

function shown(value: unknown): string {
  if (value instanceof Ref) return `<${value.label}>`
  if (value instanceof Increase) return value.by < 0n ? `${value.by}` : `+${value.by}`
  if (value instanceof AnyOf) return `any of ${value.values.map(shown).join(', ')}`
  if (value instanceof AtLeast) return `at least ${shown(value.value)}`
  if (value instanceof Uint8Array) return `<${value.byteLength} bytes>`
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString()
  if (typeof value === 'bigint') return `${value}`
  const text =
    typeof value === 'object' && value !== null && 'jsonText' in value
      ? String(value.jsonText)
      : (JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ?? 'null')
  const masked = maskCardNumbers(text)
  return masked.length > valueMax ? `${masked.slice(0, valueMax)}…` : masked
}
const rowsMax = 20
const valueMax = 200
