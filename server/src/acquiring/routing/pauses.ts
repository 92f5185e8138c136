import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { refuse } from './refusals.ts'

/** Since when a connector gets nothing new, who paused it, and why. */
export type Pause = { connector: ConnectorId; pausedAt: Instant; pausedBy: string; reason: string }

/** `alongside` is committed with the change. */
export type PauseInput = { by: Author & { reason: string }; connector: string; alongside?: readonly Write[] }

type PausesContext = Writer & { clock: Clock; connectors: Connectors }

/** The connectors that are paused now, by their names. */
export async function readPauses(db: Db): Promise<ReadonlyMap<ConnectorId, Pause>> {
  const rows = await pauses(db).where('ended_at', 'is', null).execute()
  return new Map(
    rows.map(({ connector, pausedAt, pausedBy, reason }) => [connector, { connector, pausedAt, pausedBy, reason }]),
  )
}

/**
 * Sends nothing new to a connector from now on. What it has is inquired about, captured, refunded and settled as before,
 * so that nothing is charged twice and nothing is left.
 */
export const pauseConnector = (ctx: PausesContext, { by, connector, alongside = [] }: PauseInput): Promise<Pause> =>
  decide(async () => {
    const id = requireConnector(ctx, connector)
    const known = await findPause(ctx.db, id)
    if (known && !known.endedAt) throw refuse('connector_already_paused', { connector })
    const now = ctx.clock.now()
    const pause = { paused_at: now, paused_by: by.actor, reason: by.reason, ended_at: null }
    const write = known
      ? update('routing.pauses', {
          set: { ...pause, version: known.version + 1 },
          where: { connector: id, version: known.version },
        })
      : insert('routing.pauses', { connector: id, ...pause }, { onDuplicate: { pauses_pkey: 'stale' } })
    const entry = audited(now, by, { action: 'connectorPaused', connector: id })
    await commit(ctx, now, [write, entry, ...alongside], 'pauses')
    return { connector: id, pausedAt: now, pausedBy: by.actor, reason: by.reason }
  })

/** Sends new payments to a connector again. */
export const resumeConnector = (ctx: PausesContext, { by, connector, alongside = [] }: PauseInput): Promise<void> =>
  decide(async () => {
    const id = requireConnector(ctx, connector)
    const known = await findPause(ctx.db, id)
    if (!known || known.endedAt) throw refuse('connector_not_paused', { connector })
    const now = ctx.clock.now()
    const { version } = known
    const ended = update('routing.pauses', {
      set: { ended_at: now, version: version + 1 },
      where: { connector: id, version },
    })
    const entry = audited(now, by, { action: 'connectorResumed', connector: id })
    await commit(ctx, now, [ended, entry, ...alongside], 'pauses')
  })

function requireConnector({ connectors }: PausesContext, unchecked: string): ConnectorId {
  const found = connectors.find(unchecked)
  if (!found) throw refuse('routing_connector_not_found', { field: 'connector', connectors: connectors.ids.join(', ') })
  return found.id
}

type Audited = { action: 'connectorPaused' | 'connectorResumed'; connector: ConnectorId }

const audited = (now: Instant, by: Author, { action, connector }: Audited): Write =>
  auditEntry(now, by, { action, owner: platformOwner, subject: { type: 'connector', id: connector } })

const findPause = (db: Db, connector: ConnectorId) => pauses(db).where('connector', '=', connector).executeTakeFirst()

const pauses = (db: Db) =>
  db.read
    .selectFrom('routing.pauses')
    .select(['connector', 'version', 'paused_at as pausedAt', 'paused_by as pausedBy', 'reason', 'ended_at as endedAt'])
