import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { sealPurposes } from '#kernel/crypto/keys.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { beginTask, findTask, listTasks, type TaskId, type TaskKind } from '../../app/operator-tasks.ts'

const countShape = z.strictObject({ what: z.string(), count: z.int() })
const verifiedShape = z.strictObject({
  checked: z.array(countShape),
  differences: z.array(
    z.strictObject({
      about: z.string(),
      wrong: z.string(),
      actual: z.string(),
      should: z.string(),
      off: z.string().optional(),
      look: z.string(),
    }),
  ),
  more: z.int().meta({ description: 'So many differences more than are listed.' }),
  head: z.strictObject({ id: z.string(), hash: z.string(), sealedAt: z.string() }).optional(),
})
const rewrappedShape = z.strictObject({
  kinds: z.array(
    z.strictObject({
      kind: z.string(),
      rewrapped: z.int(),
      unreadable: z.array(z.string()).meta({ description: 'The first 1000.' }),
      unreadableCount: z.int().optional(),
    }),
  ),
  left: z
    .array(z.strictObject({ what: z.string(), purpose: z.enum(sealPurposes), key: z.int(), count: z.int() }))
    .optional()
    .meta({ description: 'What older keys still seal, counted at the end of the run. Older runs did not count it.' }),
})

const shapes = { verify: verifiedShape, rewrap: rewrappedShape } as const

const taskShape = (kind: TaskKind) =>
  z.strictObject({
    id: z.string(),
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    requestedBy: z.string(),
    requestedAt: momentShape,
    startedAt: momentShape.optional(),
    endedAt: momentShape.optional(),
    progress: z.string().optional().meta({ description: 'What it is at.' }),
    failure: z.string().optional(),
    result: shapes[kind].optional(),
  })

type Task = NonNullable<Awaited<ReturnType<typeof findTask>>>

const taskRecord = ({ id, result, failure, progress, ...task }: Task) => ({
  id: String(id),
  status: task.ended_at
    ? failure === null
      ? ('done' as const)
      : ('failed' as const)
    : task.started_at
      ? ('running' as const)
      : ('waiting' as const),
  requestedBy: task.requested_by,
  requestedAt: momentText(task.requested_at),
  ...(task.started_at && { startedAt: momentText(task.started_at) }),
  ...(task.ended_at && { endedAt: momentText(task.ended_at) }),
  ...(progress !== null && { progress }),
  ...(failure !== null && { failure }),
  ...(result !== null && { result: result as never }),
})

/** Long work that is started by hand: verification of everything, and sealing anew with the newest master keys. */
export const taskRoutes = (app: App): StaffRoute[] => [
  ...routesOf(app, {
    kind: 'verify',
    path: '/books/verifications',
    group: 'Books',
    names: ['listVerifications', 'beginVerification'],
    reads: 'books:read',
    begins: 'books:verify',
    summaries: [
      'Verifications that were started here, newest first, with what each found',
      'Compute everything again and compare every row with its seal, as `florin verify` does; a worker does it',
    ],
  }),
  ...routesOf(app, {
    kind: 'rewrap',
    path: '/keys/rewraps',
    group: 'Master keys',
    names: ['listRewraps', 'beginRewrap'],
    reads: 'keys:read',
    begins: 'keys:reseal',
    summaries: [
      'Runs that sealed everything anew, newest first',
      'Seal everything with the newest master keys, as `florin keys rewrap` does, while payments go on; a worker does it',
    ],
  }),
  masterKeysRoute(app),
]

type Spec = {
  kind: TaskKind
  path: string
  group: string
  names: readonly [list: string, begin: string]
  reads: Permission
  begins: Permission
  summaries: readonly [list: string, begin: string]
}

const routesOf = (app: App, { kind, path, group, names, reads, begins, summaries }: Spec): StaffRoute[] => [
  staffList({
    group,
    caller: 'operator',
    permission: reads,
    method: 'GET',
    path,
    operationId: names[0],
    summary: summaries[0],
    query: z.object(pageQuery),
    reply: taskShape(kind),
    run: async ({ query: { page = 1, size = 20 } }) => {
      const { data, total } = await listTasks(app.db, { kind, page, size })
      return { data: data.map(taskRecord), page, size, total }
    },
  }),
  staffRoute({
    group,
    caller: 'operator',
    permission: begins,
    method: 'POST',
    path,
    operationId: names[1],
    summary: summaries[1],
    status: 201,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: taskShape(kind),
    run: async ({ caller, ip, body, once }) =>
      taskNumbered(app, await beginTask(app, { by: authorOf({ caller, ip, body }), kind, once })),
    recover: (_caller, id) => taskNumbered(app, BigInt(id) as TaskId),
  }),
]

const taskNumbered = async ({ db }: App, id: TaskId) => taskRecord((await findTask(db, id))!)

const masterKeysRoute = ({ keys, vault }: App): StaffRoute =>
  staffRoute({
    group: 'Master keys',
    caller: 'operator',
    permission: 'keys:read',
    method: 'GET',
    path: '/keys/status',
    operationId: 'getMasterKeys',
    summary: 'The numbers of the master keys, which of them seal, and how many card numbers each seals',
    about:
      'Never a key. What older keys seal besides is counted at the end of a run that seals everything anew, and by `florin keys status`.',
    reply: z.strictObject({
      purposes: z.array(z.strictObject({ purpose: z.enum(sealPurposes), newest: z.int(), held: z.array(z.int()) })),
      cardNumbers: z.array(z.strictObject({ key: z.int(), count: z.int(), isNewest: z.boolean() })),
    }),
    run: async () => {
      const { newestKey, keys: used } = await vault.status()
      return {
        purposes: sealPurposes.map((purpose) => ({
          purpose,
          newest: keys.newestVersion(purpose),
          held: [...keys.versions(purpose)],
        })),
        cardNumbers: used.map(({ keyVersion, cards }) => ({
          key: keyVersion,
          count: cards,
          isNewest: keyVersion === newestKey,
        })),
      }
    },
  })
