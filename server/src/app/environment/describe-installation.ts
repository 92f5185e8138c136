import { auditEntry, platformOwner } from '#core/directory'
import { commit, DuplicateKey, insert } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Config } from '../config.ts'
import { florinVersion } from '../version.ts'
import { type Authored, becauseByHand, type InstallationRow, sourcesOf, subject } from './row.ts'

/** Makes the row. One that another process has made meanwhile stays, unless it is `replaced`. */
export async function describeInstallation(
  ctx: Authored,
  config: Config,
  { replaced }: { replaced?: InstallationRow | undefined } = {},
): Promise<void> {
  const { now, by } = ctx
  const orElse = replaced ? { orElse: { conflict: ['id' as const], set: [...all] } } : {}
  const [environment, sources] = [config.environment, sourcesOf(config)]
  const described = { environment, program: florinVersion, sources: jsonb(sources), described_at: now }
  const held = holdAfter(replaced, ctx, config)
  const row = { id: 1, ...described, ...held }
  const because = held.held_because ? { because: held.held_because } : {}
  const after = { environment, program: florinVersion, ...sources, ...because }
  const entry = auditEntry(now, by, { action: 'installationDescribed', owner: platformOwner, subject, after })
  try {
    await commit(ctx, now, [insert('florin.installation', row, orElse), entry], 'describe-installation')
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error
  }
}

/** The hold of the row that is replaced, which only `florin resume` ends; in staging nothing is held. */
function holdAfter(replaced: InstallationRow | undefined, { now }: Authored, { environment }: Config) {
  if (environment === 'staging' || !replaced) return { held_at: null, held_because: null }
  if (!replaced.isGenuine) return { held_at: now, held_because: becauseByHand }
  const { held_at, held_because } = replaced.row
  return { held_at, held_because }
}

const all = ['environment', 'program', 'sources', 'described_at', 'held_at', 'held_because'] as const
