import { auditEntry, type GoneKey, platformOwner } from '#core/directory'
import { rowsOfKeys } from '#kernel/db/bound/changed-rows.ts'
import { genuine } from '#kernel/db/bound/genuine.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { type BindingContext, bindingAuthor, boundDb, pageSize, settleRows } from './bind-rows.ts'
import { keyName } from './lost-keys.ts'

const action = 'rowsBoundAgain'

/**
 * Settles the rows whose codes were made with a master key that is given up, as those of an older version are settled: without
 * the key it is not known whether a code of its number fits. Once for each key: an attacker could
 * write that number later. The audit entry of its end says that it was done, and counts by its own code.
 */
export async function bindLostRows(ctx: BindingContext, lost: readonly GoneKey[]): Promise<void> {
  const keys = lost.filter(({ purpose }) => purpose === 'directory')
  // The newest first: it may have made the code of the entry about an older one.
  for (const key of keys.toSorted((one, other) => other.key - one.key))
    if (!(await wasDone(ctx, key))) await bindRowsOf(ctx, key)
}

async function wasDone({ db }: BindingContext, key: GoneKey): Promise<boolean> {
  const entries = await db.read
    .selectFrom('directory.audit')
    .selectAll()
    .where('subject_type', '=', 'masterKey')
    .where('subject_id', '=', keyName(key))
    .where('action', '=', action)
    .execute()
  return (await genuine(db, 'directory.audit', entries)).length > 0
}

async function bindRowsOf(ctx: BindingContext, lost: GoneKey): Promise<void> {
  const key = keyName(lost)
  const range = { from: lost.key, below: lost.key + 1 }
  let rows = 0
  for (const of of boundDb(ctx.db).bound.tables.values()) {
    // Each has left the range when it is settled, and one that was changed meanwhile is found again.
    for (let page = await rowsOfKeys(ctx.db, of, range, pageSize); page.length > 0; ) {
      rows += await settleRows(ctx, of, page, { action, key })
      page = await rowsOfKeys(ctx.db, of, range, pageSize)
    }
  }
  const now = ctx.clock.now()
  const subject = { type: 'masterKey', id: key }
  const entry = auditEntry(now, bindingAuthor, { action, owner: platformOwner, subject, after: { rows } })
  await commit(ctx, now, [entry], 'bind-lost-rows')
  ctx.log.info({ key, rows }, 'codes: the rows whose codes were made with this master key have new ones, this once')
}
