import { auditEntry, platformOwner, workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { readInstallation, subject } from '../environment/row.ts'

/**
 * Holds what falls due by itself until a person resumes it. First every number that is handed out from now on is put beyond
 * those that may have been handed out in the time that is lost, so that none means two things at an acquirer or a store; also
 * where it is held already, since the database may have gone back once more.
 */
export async function holdInstallation(ctx: Writer & { log: Log }, now: Instant, because: string): Promise<void> {
  const found = await readInstallation(ctx.db)
  if (!found?.isGenuine) return
  await ctx.db.run('select florin.skip_numbers()', [])
  if (found.row.held_at !== null) return
  const { version } = found.row
  const set = { held_at: now, held_because: because, version: version + 1 }
  const by = workAuthor('marks of processes')
  const entry = auditEntry(now, by, { action: 'installationHeld', owner: platformOwner, subject, after: { because } })
  try {
    await commit(
      ctx,
      now,
      [update('florin.installation', { set, where: { id: 1, version } }), entry],
      'hold-installation',
    )
  } catch (error) {
    // Another process has seen the same at the same moment.
    if (!(error instanceof StaleWrite)) throw error
  }
  ctx.log.error({ because }, 'the database was restored: what falls due by itself is held until: florin resume')
}
