import type { ColumnType, Generated } from 'kysely'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { refusals } from '#kernel/base/refusal.ts'
import { commit, insert, type Ref, ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { type Db, type JsonText, jsonb } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { sealsLateAfterSeconds } from '../audit/seal.ts'
import { verify } from '../audit/verify.ts'
import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { rewrapAll } from './rewrap-all.ts'

/**
 * Long work that an operator starts by hand in the dashboard. One of a kind at a time; a worker carries it out, says how
 * far it is, and another one begins it anew when it dies: both kinds are safe to repeat.
 */
export const taskKinds = ['verify', 'rewrap'] as const
export type TaskKind = (typeof taskKinds)[number]
export type TaskId = Brand<bigint, 'OperatorTaskId'>

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'florin.operator_tasks': {
      id: Generated<TaskId>
      kind: TaskKind
      requested_by: string
      requested_at: Instant
      started_at: Generated<Instant | null>
      ended_at: Generated<Instant | null>
      progress: Generated<string | null>
      result: ColumnType<unknown, JsonText | null | undefined, JsonText | null>
      failure: Generated<string | null>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
  }
}

const refuse = refusals({
  task_under_way: ['conflict', 'The same is under way already; wait until it has ended.'],
})

type TasksContext = Writer & Pick<App, 'clock'>

/** Has a worker do it from now on. Refuses with `task_under_way`. */
export async function beginTask(
  ctx: TasksContext,
  { by, kind, once }: { by: Author; kind: TaskKind; once(id: Ref): Write[] },
): Promise<TaskId> {
  const now = ctx.clock.now()
  const as = ref('task')
  const row = { kind, requested_by: by.actor, requested_at: now, due_at: now }
  const ids = await commit(
    ctx,
    now,
    [
      insert('florin.operator_tasks', row, {
        as,
        onDuplicate: { one_task_of_a_kind: () => refuse('task_under_way') },
      }),
      auditEntry(now, by, {
        action: kind === 'verify' ? 'verificationBegun' : 'rewrapBegun',
        owner: platformOwner,
        subject: { type: 'operatorTask', id: as },
      }),
      ...once(as),
    ],
    'operator-tasks',
  )
  return ids<TaskId>(as)
}

export const listTasks = (db: Db, { kind, ...page }: Page & { kind: TaskKind }) =>
  readPage(db.read.selectFrom('florin.operator_tasks').selectAll().where('kind', '=', kind).orderBy('id', 'desc'), page)

export const findTask = (db: Db, id: TaskId) =>
  db.read.selectFrom('florin.operator_tasks').selectAll().where('id', '=', id).executeTakeFirst()

type WorkContext = TasksContext & { log: Log } & Pick<App, 'db' | 'keys' | 'vault' | 'issuerVault' | 'directory'> & {
    config: Pick<Config, 'lostKeys'>
  }

export const operatorTaskWork = (ctx: WorkContext): DueWork => ({
  name: 'long work of operators',
  inRun: 'left',
  ...claimDue(ctx, 'florin.operator_tasks', { leaseMs, only: `kind in ('${taskKinds.join("', '")}')` }),
  atOnce: 2,
  batch: 1,
  run: (id) => runTask(ctx, id as TaskId),
})
/** Renewed while it is under way. */
const leaseMs = 180_000

async function runTask(ctx: WorkContext, id: TaskId): Promise<void> {
  const task = await findTask(ctx.db, id)
  if (!task || task.ended_at) return
  const { kind } = task
  let [at, kept] = ['', '']
  const write = (set: object, now = ctx.clock.now()) =>
    commit(ctx, now, [update('florin.operator_tasks', { set, where: { id, ended_at: null } })], 'operator-tasks')
  await write({ started_at: ctx.clock.now() })
  // Each renewal says how far it is; a part that takes long is no reason for another worker to begin anew.
  const renewing = setInterval(() => {
    const progress = at === kept ? {} : { progress: at.slice(0, progressMax) }
    kept = at
    const leased = { leased_until: ctx.clock.wall().add({ milliseconds: leaseMs }), ...progress }
    write(leased).catch((err: unknown) => ctx.log.warn({ kind, err }, 'the lease of long work was not renewed'))
  }, everyMs)
  try {
    const result = await carryOut(ctx, kind, { actor: task.requested_by, fromWhere: 'worker' }, (what) => {
      at = what
    })
    clearInterval(renewing)
    const now = ctx.clock.now()
    await write({ result: jsonb(result), progress: null, ended_at: now, due_at: null, leased_until: null }, now)
  } catch (error) {
    clearInterval(renewing)
    ctx.log.error({ kind, err: error }, 'long work of an operator failed')
    const now = ctx.clock.now()
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, failureMax)
    await write({ failure, ended_at: now, due_at: null, leased_until: null }, now)
  }
}
const everyMs = 2_000
const progressMax = 200
const failureMax = 500

async function carryOut(
  ctx: WorkContext,
  kind: TaskKind,
  by: Author,
  progress: (what: string) => void,
): Promise<unknown> {
  if (kind === 'rewrap') {
    const { kinds, left } = await rewrapAll(ctx, by, progress)
    return { kinds, left }
  }
  const { checked, differences, more, head } = await verify(ctx, { progress, sealsLateAfterSeconds })
  const shown = differences.slice(0, differencesMax)
  return {
    checked,
    differences: shown,
    more: more + differences.length - shown.length,
    ...(head && { head: { id: String(head.id), hash: head.hash, sealedAt: String(head.sealedAt) } }),
  }
}
/** More than a person reads; `florin verify` prints them all. */
const differencesMax = 100
