import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/base/clock.ts'
import { Refusal, refusals } from '#kernel/base/refusal.ts'
import { AlreadyThere, commit, insert, type Ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'

const refuse = refusals({
  idempotency_key_reused: ['conflict', 'This Idempotency-Key was used before for another request; take a new one.'],
  idempotency_key_malformed: ['invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
})

export type KeyedRequest = {
  /** Who asks for what, such as "site 10001 POST /order": keys of different scopes have nothing to do with each other. */
  scope: string
  key: string
  /** The request as it came; the same key with another request is refused. */
  request: string
}

export type KeyedWork<Answer> = {
  /** Does the work. Its first commit must contain the write it is given. */
  work(begin: (subjectId: bigint | Ref) => Write): Promise<Answer>
  /** The answer as things stand now, when the one that was given got lost with its process. */
  recover(subjectId: bigint): Promise<Answer>
  /** How long a request under way is waited for before it counts as lost; 10 seconds unless told. */
  patienceMs?: number
}

export type Keyed<Answer> = { answer: Answer; replayed: boolean }

/**
 * One key, one effect, however often and however concurrently it is asked (product decision, Idempotency-Key): the same
 * request is given the first answer again, one that is under way is waited for, another request is refused.
 * Answers are kept as JSON, so an answer must be made of what JSON can hold.
 */
export async function oncePerKey<Answer>(
  ctx: Writer & { clock: Clock },
  requested: KeyedRequest,
  { work, recover, patienceMs = patienceDefaultMs }: KeyedWork<Answer>,
): Promise<Keyed<Answer>> {
  if (!/^[\x21-\x7e]{1,255}$/.test(requested.key))
    throw refuse('idempotency_key_malformed', { field: 'Idempotency-Key' })
  const hash = createHash('sha256').update(requested.request).digest()
  const known = await findKey(ctx.db, requested)
  if (known) return { answer: await replay(ctx, requested, hash, { recover, patienceMs }), replayed: true }
  const row = {
    scope: requested.scope,
    key: requested.key,
    request_hash: hash,
    answer: null,
    begun_at: ctx.clock.now(),
  }
  try {
    const answer = await work((subjectId) => insert('florin.idempotency_keys', { ...row, subject_id: subjectId }))
    await storeResponse(ctx, requested, answer)
    return { answer, replayed: false }
  } catch (error) {
    // Either of them says that nothing of ours was written; what stood in the way may be the work of this very key, which
    // was begun after we had looked for it: an order that exists already is the one that was asked for.
    const isInTheWay = error instanceof AlreadyThere || error instanceof Refusal
    if (!isInTheWay || !(await findKey(ctx.db, requested))) throw error
    return { answer: await replay(ctx, requested, hash, { recover, patienceMs }), replayed: true }
  }
}

/** Forgets keys that were begun so long ago that nobody asks again. */
export async function deleteOldIdempotencyKeys({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.run('delete from florin.idempotency_keys where begun_at < $1', [
    clock.now().subtract({ hours: 24 * keptDays }),
  ])
}
const keptDays = 30

type KeyRow = { requestHash: Uint8Array; subjectId: bigint | null; answer: unknown }

const findKey = ({ read }: Db, { scope, key }: KeyedRequest): Promise<KeyRow | undefined> =>
  read
    .selectFrom('florin.idempotency_keys')
    .select(['request_hash as requestHash', 'subject_id as subjectId', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

/** Waits for the answer of the request that has the key; a process that died with it is not waited for for ever. */
async function replay<Answer>(
  ctx: Writer & { clock: Clock },
  requested: KeyedRequest,
  hash: Uint8Array,
  { recover, patienceMs }: { recover: (subjectId: bigint) => Promise<Answer>; patienceMs: number },
): Promise<Answer> {
  for (let looks = 1; ; looks++) {
    const row = await findKey(ctx.db, requested)
    if (!row || Buffer.compare(row.requestHash, hash) !== 0) {
      throw refuse('idempotency_key_reused', { field: 'Idempotency-Key' })
    }
    if (row.answer !== null) return row.answer as Answer
    if (looks * lookEveryMs > patienceMs) {
      const answer = await recover(row.subjectId!)
      await storeResponse(ctx, requested, answer)
      return answer
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
const lookEveryMs = 50
const patienceDefaultMs = 10_000

async function storeResponse(
  ctx: Writer & { clock: Clock },
  { scope, key }: KeyedRequest,
  answer: unknown,
): Promise<void> {
  const write = update('florin.idempotency_keys', { set: { answer: jsonb(answer) }, where: { scope, key } })
  await commit(ctx, ctx.clock.now(), [write])
}
