import type { Selectable } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Erasure, ErasureId, Subject } from './erasure.ts'

const toErasure = (row: Selectable<Schema['persons.erasures']>): Erasure => ({
  id: row.id,
  subject: { kind: row.kind, id: row.subject_id },
  ...{ status: row.status, kept: row.kept, version: row.version },
  owner: { kind: row.owner_kind, id: row.owner_id },
  requestedAt: row.requested_at,
  erasedAt: row.erased_at ?? undefined,
})

export const findErasure = async ({ read }: Pick<Db, 'read'>, id: ErasureId): Promise<Erasure | undefined> => {
  const row = await read.selectFrom('persons.erasures').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toErasure(row)
}

export const findErasureOf = async (
  { read }: Pick<Db, 'read'>,
  { kind, id }: Subject,
): Promise<Erasure | undefined> => {
  const row = await read
    .selectFrom('persons.erasures')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return row && toErasure(row)
}
