import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type MerchantStatus, merchantStates } from './merchant-states.ts'

export const merchantTable = 'directory.merchants'

/** Conditions of the merchants `entry` of a list. A merchant whose details were never changed has none. */
export function merchantsSelected({
  statuses,
  text,
}: {
  statuses?: readonly MerchantStatus[] | undefined
  /** A part of the name or the legal name, in any letter case. */
  text?: string | undefined
}): RawBuilder<SqlBool>[] {
  const detail = (column: 'status' | 'name' | 'legal_name') =>
    sql`(select d.${sql.ref(column)} from directory.merchant_details d where d.id = entry.id)`
  const names = sql`concat_ws(E'\n', coalesce(${detail('name')}, entry.name), ${detail('legal_name')})`
  return [
    ...(statuses
      ? [sql<SqlBool>`coalesce(${detail('status')}, ${merchantStates.initial}) = any(${statuses}::text[])`]
      : []),
    ...(text === undefined ? [] : [sql<SqlBool>`position(lower(${text}) in lower(${names})) > 0`]),
  ]
}
