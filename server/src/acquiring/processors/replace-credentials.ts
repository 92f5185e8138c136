import { checkReason, type StaffAuthor } from '#core/access'
import { endOfOverlap } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { approvalOf, type Changed, credentialsRow, requireCheck, requireKind, subjectOf } from './add-connection.ts'
import { audited } from './audited.ts'
import { isValidAt, type RecordedConnection, type RecordedCredentials } from './connection.ts'
import type { ProcessorsContext } from './context.ts'
import { readFields } from './read-fields.ts'
import { refuse } from './refusals.ts'
import { requireConnection } from './require-connection.ts'
import { type GivenFields, openFields } from './sealed-fields.ts'
import { credentialsOf, findConnection } from './store.ts'

export type Replacement = {
  by: StaffAuthor
  name: string
  /** A field that is not given keeps its value; an empty one is removed. */
  given: GivenFields
  /** How long the earlier credentials count for what the processor has signed: 24 hours unless given, at most 30 days. */
  overlap?: Temporal.Duration | undefined
  unchecked?: boolean
}

/**
 * Replaces the credentials of a connection, which count at once for what is sent; the earlier ones still count for what
 * the processor has signed, until the overlap is over. They are tried first, and refused when they do not work or belong
 * to another account: its payments would not be found there.
 */
export const replaceCredentials = (ctx: ProcessorsContext, input: Replacement): Promise<Replaced> =>
  ctx.approvals.attempt({ by: input.by, action: 'connectors:change', subject: subjectOf(input.name) }, () =>
    replace(ctx, input),
  )

/** Accounts are shown as "name (id)" or by their id alone, and a business may change its name. */
const idOf = (account: string): string => /\(([^()]+)\)$/.exec(account)?.[1] ?? account

type Replaced = Changed & { previousUntil?: Instant }

async function replace(
  ctx: ProcessorsContext,
  { by: author, name, given, overlap, unchecked = false }: Replacement,
): Promise<Replaced> {
  const by = { ...author, reason: checkReason(author.reason) }
  const { name: connector, kind, account } = await requireConnection(ctx.db, name)
  const processor = requireKind(ctx, kind)
  endOfOverlap(ctx.clock.now(), overlap)
  const [current] = await credentialsOf(ctx.db, connector)
  const isWhole = processor.fields.every((field) => !field.isRequired || given.reveal()[field.name])
  const kept = current && earlierFields(ctx, { connection: connector, current, mayBeLost: isWhole })
  const read = readFields(processor, new Secret({ ...kept?.reveal(), ...given.reveal() }), ctx.mode)
  const check = unchecked ? undefined : await requireCheck(ctx, processor, { connector, current: read.credentials })
  if (check && account !== undefined && idOf(check.account) !== idOf(account))
    throw refuse('connection_account_changed', { name: connector, account: check.account, known: account })
  const cleared = await ctx.approvals.require(approvalOf(ctx, { by, connector, kind, read, before: current?.fields }))
  if (!cleared.allowed) return { waits: cleared.approval }
  return decide(async () => {
    const now = ctx.clock.now()
    const previousUntil = endOfOverlap(now, overlap)
    const connection = await requireConnection(ctx.db, connector)
    const before = await credentialsOf(ctx.db, connector)
    const checked = check && { account: check.account, checked_at: now, check_problem: null }
    const writes: Write[] = [
      changed(connection, { ...checked, changed_at: now }),
      ...before
        .filter((one) => isValidAt(one, now))
        .map(({ id }, index) =>
          update('processors.credentials', { set: { expires_at: index === 0 ? previousUntil : now }, where: { id } }),
        ),
      insert('processors.credentials', credentialsRow(ctx, now, { connector, read })),
      audited(now, by, 'connectionCredentialsReplaced', connector, { fields: read.shown, previousUntil, unchecked }),
      ...cleared.writes,
    ]
    await commit(ctx, now, writes, 'replace-credentials').finally(ctx.forget)
    return { connection: (await findConnection(ctx.db, connector))!, previousUntil, ...(check && { check }) }
  })
}

/** The version of the connection keeps two changes apart. */
export const changed = (
  { name, version }: RecordedConnection,
  set: Parameters<typeof update<'processors.connections'>>[1]['set'],
): Write => update('processors.connections', { set: { ...set, version: version + 1 }, where: { name, version } })

type Earlier = { connection: string; current: RecordedCredentials; mayBeLost: boolean }

/** What is kept of the current fields. Who gives every field needs none of them: their master key may be lost. */
function earlierFields(ctx: ProcessorsContext, { connection, current, mayBeLost }: Earlier): GivenFields | undefined {
  try {
    return openFields(ctx.keys, { connection, ...current })
  } catch (error) {
    if (mayBeLost) return undefined
    throw refuse('connection_unreadable', { name: connection, problem: (error as Error).message })
  }
}
