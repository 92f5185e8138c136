import { checkReason } from '#core/access'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, update, type Writer } from '#kernel/db/commit/commit.ts'
import { readInstallation, subject } from '../environment/row.ts'

/** The end of a hold: what falls due by itself continues. Refuses with `invalid_reason`; throws when nothing is held. */
export async function resumeInstallation(ctx: Writer & { clock: Clock }, by: Author): Promise<void> {
  const reason = checkReason(by.reason)
  const found = await readInstallation(ctx.db)
  if (!found?.isGenuine || found.row.held_at === null) throw new Error('Nothing is held.')
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
