import { auditEntry, platformOwner } from '#core/directory'
import { commit, DuplicateKey, insert } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Config } from '../config.ts'
import { florinVersion } from '../version.ts'
import { type Authored, sourcesOf, subject } from './row.ts'

/** Makes the row. One that another process has made meanwhile stays, unless it is `replaced`. */
export async function describeInstallation(
  ctx: Authored,
  config: Config,
  { replaced = false }: { replaced?: boolean } = {},
): Promise<void> {
  const { now, by } = ctx
  const orElse = replaced
    ? {
        orElse: {
          conflict: ['id' as const],
          set: [...all],
        },
      }
    : {}
  const [environment, sources] = [config.environment, sourcesOf(config)]
  const described = { environment, program: florinVersion, sources: jsonb(sources), described_at: now }
  const row = { id: 1, ...described, held_at: null, held_because: null }
  const after = { environment, program: florinVersion, ...sources }
  const entry = auditEntry(now, by, { action: 'installationDescribed', owner: platformOwner, subject, after })
  try {
    await commit(ctx, now, [insert('florin.installation', row, orElse), entry], 'describe-installation')
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error
  }
}

const all = ['environment', 'program', 'sources', 'described_at', 'held_at', 'held_because'] as const
