import type { StaffId } from '#core/access'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { ExportId, ExportTask } from './export-task.ts'

const exports = (db: Reader) => db.read.selectFrom('exports.exports').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof exports>['executeTakeFirstOrThrow']>>

const taskOf = (row: Row): ExportTask => ({
  ...{ id: row.id, staffId: row.staff_id, list: row.list, query: row.query, status: row.status, rows: row.rows },
  ...{ fileName: row.file_name, bytes: row.bytes, chunks: row.chunks, tries: row.tries, requestedAt: row.requested_at },
  estimate: row.estimate ?? undefined,
  place: row.place ?? undefined,
  dataKey: row.data_key ?? undefined,
  failure: row.failure ?? undefined,
  endedAt: row.ended_at ?? undefined,
  expiresAt: row.expires_at ?? undefined,
  emailKey: row.email_key,
  emailedAt: row.emailed_at ?? undefined,
  emailTries: row.email_tries,
})

export async function findExport(db: Db, id: ExportId): Promise<ExportTask | undefined> {
  const found = await exports(db).where('id', '=', id).executeTakeFirst()
  const row = await genuineRow(db, 'exports.exports', found)
  return row && taskOf(row)
}

/** One person's own, the newest first. */
export async function exportsOnPage(db: Db, staffId: StaffId, page: Page) {
  const own = exports(db).where('staff_id', '=', staffId).orderBy('requested_at', 'desc').orderBy('id', 'desc')
  const { data, total } = await readPage(own, page)
  return { data: (await genuine(db, 'exports.exports', data)).map(taskOf), total }
}

/** How many of a person wait or are written, and how many take room with those that can be fetched. */
export async function countExports(db: Reader, staffId: StaffId): Promise<{ open: number; held: number }> {
  const row = await db.read
    .selectFrom('exports.exports')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('held'),
      fn.countAll<bigint>().filterWhere('status', 'in', ['waiting', 'running']).as('open'),
    ])
    .where('staff_id', '=', staffId)
    .where('data_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return { open: Number(row.open), held: Number(row.held) }
}

export const keysSealedBefore = async (db: Db, version: number, limit: number) =>
  (await db.run(
    `select id, data_key as sealed from exports.exports
     where data_key is not null and get_byte(data_key, 0) < $1 order by id limit $2`,
    [version, limit],
  )) as { id: ExportId; sealed: Uint8Array }[]
