import { auditEntry, difference, platformOwner } from '#core/directory'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Config } from '../config.ts'
import { florinVersion } from '../version.ts'
import { type Authored, type Row, sourcesOf, subject } from './row.ts'

/** Writes down with which program and settings a process is started, if the last one had others. */
export async function rememberStart(ctx: Authored, { program, sources, version }: Row, config: Config): Promise<void> {
  const { now, by } = ctx
  const changed = difference({ program, ...sources }, { program: florinVersion, ...sourcesOf(config) })
  if (!changed) return
  const set = { program: florinVersion, sources: jsonb(sourcesOf(config)), version: version + 1 }
  const entry = auditEntry(now, by, { action: 'installationStarted', owner: platformOwner, subject, ...changed })
  try {
    await commit(ctx, now, [update('florin.installation', { set, where: { id: 1, version } }), entry], 'remember-start')
  } catch (error) {
    // Another process starts at the same moment, and has written its own down.
    if (!(error instanceof StaleWrite)) throw error
  }
}
