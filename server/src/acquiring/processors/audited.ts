import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'

/** What an operator has done to a connection. No secret is in `after`. */
export const audited = (now: Instant, by: Author, action: string, connection: ConnectorId, after?: object): Write =>
  auditEntry(now, by, { action, owner: platformOwner, subject: { type: 'connection', id: connection }, after })
