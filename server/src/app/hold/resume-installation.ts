import { checkReason } from '#core/access'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, update, type Writer } from '#kernel/db/commit/commit.ts'
import { readInstallation, subject } from '../environment/row.ts'

/**
 * Lets what falls due by itself continue after a restore. First every number that is handed out from now on is put beyond
 * those that may have been handed out in the time that is lost, so that none means two things at an acquirer or a store.
 * Refuses with `invalid_reason`; throws when nothing is held.
 */
export async function resumeInstallation(ctx: Writer & { clock: Clock }, by: Author): Promise<void> {
  const reason = checkReason(by.reason)
  const found = await readInstallation(ctx.db)
  if (!found?.isGenuine || found.row.held_at === null) throw new Error('Nothing is held.')
  await ctx.db.run('select florin.skip_numbers()', [])
  const { version, held_because: because } = found.row
  const now = ctx.clock.now()
  const set = { held_at: null, held_because: null, version: version + 1 }
  const change = { action: 'installationResumed', owner: platformOwner, subject, before: { because } }
  await commit(
    ctx,
    now,
    [update('florin.installation', { set, where: { id: 1, version } }), auditEntry(now, { ...by, reason }, change)],
    'resume-installation',
  )
}
