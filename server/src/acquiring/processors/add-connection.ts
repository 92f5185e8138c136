import type { ConnectionCheck, Processor } from '#connectors/acquirer/processor.ts'
import { type ConnectorId, isConnectorName } from '#connectors/acquirer/registry.ts'
import { type Approval, checkReason, type StaffAuthor } from '#core/access'
import { platformOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { audited } from './audited.ts'
import type { RecordedConnection } from './connection.ts'
import { checkCredentials } from './connection-parts.ts'
import type { ProcessorsContext } from './context.ts'
import { type ReadFields, readFields } from './read-fields.ts'
import { refuse } from './refusals.ts'
import { type GivenFields, sealFields } from './sealed-fields.ts'
import { findConnection } from './store.ts'

export type NewConnection = {
  by: StaffAuthor
  kind: string
  name: string
  given: GivenFields
  /** Without the harmless call, such as when this machine does not reach the processor. */
  unchecked?: boolean
}

/** A change that is made, or that waits for another person; with what the processor replied to the check. */
export type Changed = {
  connection?: RecordedConnection
  waits?: Approval
  check?: ConnectionCheck & { works: true }
}

/**
 * Connects an account at a processor. The credentials are tried first by a call that changes nothing, and it is refused
 * when that fails. Programs that run open it when they start again.
 */
export const addConnection = (ctx: ProcessorsContext, input: NewConnection): Promise<Changed> =>
  ctx.approvals.attempt({ by: input.by, action: 'connectors:change', subject: subjectOf(input.name) }, () =>
    add(ctx, input),
  )

export const subjectOf = (name: string) => ({ type: 'connection', id: name })

async function add(
  ctx: ProcessorsContext,
  { by: author, kind, name, given, unchecked = false }: NewConnection,
): Promise<Changed> {
  const by = { ...author, reason: checkReason(author.reason) }
  const processor = requireKind(ctx, kind)
  if (!isConnectorName(name)) throw refuse('invalid_connection_name', { field: 'name' })
  const taken = () => refuse('connection_name_taken', { field: 'name', name })
  if (ctx.isTaken(name) || (await findConnection(ctx.db, name))) throw taken()
  const connector = name as ConnectorId
  const read = readFields(processor, given, ctx.mode)
  const check = unchecked ? undefined : await requireCheck(ctx, processor, { connector, current: read.credentials })
  const cleared = await ctx.approvals.require(approvalOf(ctx, { by, connector, kind, read }))
  if (!cleared.allowed) return { waits: cleared.approval }
  const now = ctx.clock.now()
  const times = { created_at: now, changed_at: now, checked_at: check ? now : null }
  const writes: Write[] = [
    insert(
      'processors.connections',
      { name: connector, kind, mode: read.mode, account: check?.account ?? null, ...times },
      { onDuplicate: { connections_pkey: taken } },
    ),
    insert('processors.credentials', credentialsRow(ctx, now, { connector, read })),
    audited(now, by, 'connectionAdded', connector, { kind, mode: read.mode, fields: read.shown, unchecked }),
    ...cleared.writes,
  ]
  await commit(ctx, now, writes, 'add-connection')
  ctx.forget()
  return { connection: (await findConnection(ctx.db, name))!, ...(check && { check }) }
}

export function requireKind({ kinds }: Pick<ProcessorsContext, 'kinds'>, kind: string): Processor {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!found)
    throw refuse('processor_kind_not_found', { field: 'kind', kind, kinds: Object.keys(kinds).join(', ') || 'none' })
  return found
}

/** Refuses with what the processor says when the credentials do not work. */
export async function requireCheck(
  ctx: ProcessorsContext,
  processor: Processor,
  tried: { connector: ConnectorId; current: unknown },
): Promise<ConnectionCheck & { works: true }> {
  const check = await checkCredentials(ctx, processor, tried)
  if (!check.works) throw refuse('connection_check_failed', { problem: check.problem })
  return check
}

/** New credentials of a connection. They are current at once, since they are the newest. */
export const credentialsRow = (
  { keys }: Pick<ProcessorsContext, 'keys'>,
  now: Instant,
  { connector, read }: { connector: ConnectorId; read: ReadFields },
) => ({
  connection: connector,
  fields: jsonb(read.shown),
  sealed: sealFields(keys, { connection: connector, fields: read.secret }),
  created_at: now,
  expires_at: null,
})

type ToApprove = {
  by: StaffAuthor
  connector: ConnectorId
  kind: string
  read: ReadFields
  /** What is shown of the credentials that these replace. */
  before?: Readonly<Record<string, string>> | undefined
}

/** Lists of approvals show no secret; the digest, under a key of ours, says that it is for these and no others. */
export const approvalOf = (
  { keys }: Pick<ProcessorsContext, 'keys'>,
  { by, connector, kind, read, before }: ToApprove,
) => ({
  by,
  action: 'connectors:change' as const,
  owner: platformOwner,
  subject: subjectOf(connector),
  request: {
    kind,
    fields: read.shown,
    before: before && { fields: before },
    digest: keys.fingerprint('siteKey', `connection ${connector} ${JSON.stringify(read.secret)}`).toString('base64url'),
  },
})
