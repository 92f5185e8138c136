import type { ConnectionCheck } from '#connectors/acquirer/processor.ts'
import { checkReason, type StaffAuthor } from '#core/access'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { requireKind } from './add-connection.ts'
import { audited } from './audited.ts'
import type { RecordedConnection } from './connection.ts'
import { checkCredentials } from './connection-parts.ts'
import type { ProcessorsContext } from './context.ts'
import { readFields } from './read-fields.ts'
import { refuse } from './refusals.ts'
import { changed } from './replace-credentials.ts'
import { requireConnection } from './require-connection.ts'
import { openFields } from './sealed-fields.ts'
import { credentialsOf, findConnection, listConnections } from './store.ts'

type Change = { by: StaffAuthor; name: string }

/**
 * Cuts a connection off: nothing is sent to it and none of its webhooks are taken, and what it has under way waits. To send
 * it nothing new and finish the rest, an operator pauses it instead (routing).
 */
export const disableConnection = (ctx: ProcessorsContext, change: Change): Promise<RecordedConnection> =>
  changeConnection(ctx, change, (connection, now) => {
    if (connection.disabledAt) throw refuse('connection_already_disabled', { name: connection.name })
    return { set: { disabled_at: now }, action: 'connectionDisabled' }
  })

/** Uses a connection again. Programs that have started without it open it when they start again. */
export const enableConnection = (ctx: ProcessorsContext, change: Change): Promise<RecordedConnection> =>
  changeConnection(ctx, change, (connection) => {
    if (!connection.disabledAt) throw refuse('connection_not_disabled', { name: connection.name })
    return { set: { disabled_at: null }, action: 'connectionEnabled' }
  })

/** What no rule of routing sends elsewhere goes to this connection, once programs start again. */
export const makeDefault = (ctx: ProcessorsContext, change: Change): Promise<RecordedConnection> =>
  changeConnection(ctx, change, (connection, now) => {
    if (connection.disabledAt) throw refuse('connection_is_disabled', { name: connection.name })
    return { set: { default_at: now }, action: 'connectionMadeDefault' }
  })

/** No connection is the default: in staging the sandbox is again, in production the oldest connection. */
export const clearDefault = (ctx: ProcessorsContext, { by: author }: Pick<Change, 'by'>): Promise<void> =>
  decide(async () => {
    const by = { ...author, reason: checkReason(author.reason) }
    const now = ctx.clock.now()
    const writes = (await listConnections(ctx.db))
      .filter(({ defaultAt }) => defaultAt)
      .flatMap((connection) => [
        changed(connection, { default_at: null, changed_at: now }),
        audited(now, by, 'connectionNoLongerDefault', connection.name),
      ])
    if (writes.length > 0) await commit(ctx, now, writes, 'change-connection').finally(ctx.forget)
  })

/** Tries a connection by a call that changes nothing. Nothing is recorded. */
export async function tryConnection(
  ctx: ProcessorsContext,
  { name: connector, kind }: Pick<RecordedConnection, 'name' | 'kind'>,
): Promise<ConnectionCheck> {
  try {
    const processor = requireKind(ctx, kind)
    const [current] = await credentialsOf(ctx.db, connector)
    const given = openFields(ctx.keys, { connection: connector, ...current! })
    const { credentials } = readFields(processor, given, ctx.mode)
    return await checkCredentials(ctx, processor, { connector, current: credentials })
  } catch (error) {
    return { works: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Tries a connection, and records what came of it. */
export async function checkConnection(ctx: ProcessorsContext, connector: string): Promise<ConnectionCheck> {
  const check = await tryConnection(ctx, await requireConnection(ctx.db, connector))
  await decide(async () => {
    const connection = await requireConnection(ctx.db, connector)
    const now = ctx.clock.now()
    const found = check.works ? { account: check.account, check_problem: null } : { check_problem: check.problem }
    await commit(ctx, now, [changed(connection, { ...found, checked_at: now })], 'change-connection')
  })
  return check
}

type Decided = { set: Parameters<typeof changed>[1]; action: string }

const changeConnection = (
  ctx: ProcessorsContext,
  { by: author, name }: Change,
  plan: (connection: RecordedConnection, now: Temporal.Instant) => Decided,
): Promise<RecordedConnection> =>
  decide(async () => {
    const by = { ...author, reason: checkReason(author.reason) }
    const connection = await requireConnection(ctx.db, name)
    const now = ctx.clock.now()
    const { set, action } = plan(connection, now)
    const writes: Write[] = [
      changed(connection, { ...set, changed_at: now }),
      audited(now, by, action, connection.name),
    ]
    await commit(ctx, now, writes, 'change-connection').finally(ctx.forget)
    return (await findConnection(ctx.db, name))!
  })
