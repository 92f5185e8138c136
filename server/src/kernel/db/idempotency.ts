import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { Refusal, refusals } from '#kernel/base/refusal.ts'
import { commit, DuplicateKey, insert, StaleWrite, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { inBatches, type Swept } from '#kernel/db/in-batches.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { type SubjectId, subjectText } from '#kernel/db/subject.ts'
import { isCommitted } from '#kernel/db/written.ts'

const refuse = refusals({
  idempotency_key_reused: ['conflict', 'This Idempotency-Key was used before for another request; take a new one.'],
  reply_not_stored: [
    'conflict',
    'This Idempotency-Key was used before. The reply is not stored, because it held secrets or a person who was erased, so it cannot be sent again; take a new key.',
  ],
  idempotency_key_malformed: ['invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
})

export type KeyedRequest = {
  /** Who makes the request. A key of one owner is another key than that of the next. */
  owner: Owner
  /** What is requested, such as `POST /order`: a key of one scope is another key than that of the next. */
  scope: string
  key: string
  /** The request as received; the same key with another request is refused. */
  request: string
  /** The same as versions before the fingerprint keep it: they know the keys of this one by it, and it those of theirs. */
  older: string
}

export type KeyedWork<Answer> = {
  /** Does the work. Its first commit must contain the write it is given, which also names what the commit has begun. */
  work(begin: (subjectId: SubjectId, resultId?: SubjectId) => Write): Promise<Answer>
  /** The answer from what is stored now about this result, because the first one was lost with its process. */
  recover(subjectId: string, resultId: string | undefined): Promise<Answer>
  /** How long to wait for a request under way before it counts as lost; 10 seconds unless set. */
  patienceMs?: number
  /** The answer holds a secret: it is not stored, and a repeated key is refused with `reply_not_stored`. */
  isSecret?: boolean
}

export type Keyed<Answer> = { answer: Answer; replayed: boolean }

/**
 * One key, one effect, however many requests use it at once (product decision, Idempotency-Key): a repeated request
 * receives the first answer, also when it has to wait for it, and another request with the key is refused with
 * `idempotency_key_reused`. Answers are stored as JSON, so an answer must consist of what JSON can hold.
 */
export async function oncePerKey<Answer>(
  ctx: Writer & { clock: Clock },
  requested: KeyedRequest,
  { work, recover, patienceMs = patienceDefaultMs, isSecret = false }: KeyedWork<Answer>,
): Promise<Keyed<Answer>> {
  if (!/^[\x21-\x7e]{1,255}$/.test(requested.key))
    throw refuse('idempotency_key_malformed', { field: 'Idempotency-Key' })
  const known = await findKey(ctx.db, requested)
  const again = () => replay(ctx, requested, { recover, patienceMs, isSecret })
  if (known) return { answer: await again(), replayed: true }
  const row = {
    ...columnsOf(requested),
    request_hash: hashOf(requested.older),
    fingerprint: hashOf(requested.request),
    answer: null,
    begun_at: ctx.clock.now(),
  }
  const begun: Write[] = []
  const begin = (subjectId: SubjectId, resultId?: SubjectId): Write => {
    const write = insert('florin.idempotency_keys', {
      ...row,
      subject_id: subjectText(subjectId),
      result_id: resultId === undefined ? null : subjectText(resultId),
    })
    begun.push(write)
    return write
  }
  const isOurs = () => begun.some(isCommitted)
  try {
    const answer = await work(begin)
    // Work that found nothing to do has begun nothing: to do it again is the same.
    const isStored = isOurs() && !isSecret
    return { answer: isStored ? await storeResponse(ctx, requested, answer) : answer, replayed: false }
  } catch (error) {
    // Where the key is not of this request, what was in the way may be the effect of this very key, if another request
    // began after we had looked for it: then the order that exists already is the one that was requested.
    const isInTheWay = !isOurs() && (error instanceof DuplicateKey || error instanceof Refusal)
    if (!isInTheWay || !(await findKey(ctx.db, requested))) throw error
    return { answer: await again(), replayed: true }
  }
}

const hashOf = (request: string): Buffer => createHash('sha256').update(request).digest()

const isSame = ({ request, older }: KeyedRequest, { requestHash, fingerprint }: KeyRow): boolean =>
  fingerprint ? hashOf(request).equals(fingerprint) : hashOf(older).equals(requestHash)

/** A key is kept for at least so long: programs that were written for an acquirer count on a week (acquirers 2.2.5). */
export const leastKeyKept = Temporal.Duration.from('P7D')

/** The number of the newest key that is older than `kept`: by then no client repeats the request. */
export async function lastOldIdempotencyKey(
  { db, clock }: { db: Db; clock: Clock },
  kept: Temporal.Duration,
): Promise<bigint | undefined> {
  const before = clock.now().toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  const [row] = await db.run('select max(id) as id from florin.idempotency_keys where begun_at < $1', [before])
  return (row!.id as bigint | null) ?? undefined
}

/** Deletes keys up to this one. Seals must have been told before. */
export const deleteIdempotencyKeys = ({ db }: { db: Db }, through: bigint): Promise<Swept> =>
  inBatches(async (most) => (await db.run(removeOldest, [through, most])).length)

const removeOldest = `delete from florin.idempotency_keys where id in (
  select id from florin.idempotency_keys where id <= $1 order by id limit $2) returning id`

type KeyRow = {
  requestHash: Uint8Array
  fingerprint: Uint8Array | null
  subjectId: string
  resultId: string | null
  answer: unknown
  /** The answer was erased with the person whom it was about. */
  isErased: boolean
}

const columnsOf = ({ owner, scope, key }: KeyedRequest) => ({
  owner_kind: owner.kind,
  owner_id: owner.id,
  scope,
  key,
})

const findKey = (db: Db, requested: KeyedRequest): Promise<KeyRow | undefined> => findByName(db, nameOf(requested))

/** The columns that name a key, as the text of a JSON array: they are read together with those of other requests. */
const nameOf = ({ owner, scope, key }: KeyedRequest): string => JSON.stringify([owner.kind, owner.id, scope, key])

const findByName = loaderByKey(async (db: Db, names: readonly string[]) => {
  const parts: [string, string, string, string][] = names.map((name) => JSON.parse(name))
  const column = (nth: 0 | 1 | 2 | 3) => parts.map((part) => part[nth])
  const { rows } = await sql<KeyRow & { name: [string, string, string, string] }>`
    select jsonb_build_array(owner_kind, owner_id, scope, key) as name,
      request_hash as "requestHash", fingerprint, subject_id as "subjectId", result_id as "resultId", answer, salt is null as "isErased"
    from florin.idempotency_keys
    where (owner_kind, owner_id, scope, key) in (
      select * from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[])
    )`.execute(db.read)
  return new Map(rows.map(({ name, ...row }): [string, KeyRow] => [JSON.stringify(name), row]))
})

/** Waits for the answer of the request that has the key. After `patienceMs` its process counts as dead. */
async function replay<Answer>(
  ctx: Writer & { clock: Clock },
  requested: KeyedRequest,
  { recover, patienceMs, isSecret }: Required<Omit<KeyedWork<Answer>, 'work'>>,
): Promise<Answer> {
  for (let looks = 1; ; looks++) {
    const row = await findKey(ctx.db, requested)
    if (!row || !isSame(requested, row)) {
      throw refuse('idempotency_key_reused', { field: 'Idempotency-Key' })
    }
    if (isSecret || row.isErased) throw refuse('reply_not_stored', { field: 'Idempotency-Key' })
    if (row.answer !== null) return row.answer as Answer
    if (looks * lookEveryMs > patienceMs) {
      return storeResponse(ctx, requested, await recover(row.subjectId, row.resultId ?? undefined))
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
const lookEveryMs = 50
const patienceDefaultMs = 10_000

/**
 * Stores the answer, unless there is one: that was given to somebody already, and is the answer to the first request too, which
 * was slow. Returns the answer that is stored.
 */
async function storeResponse<Answer>(
  ctx: Writer & { clock: Clock },
  requested: KeyedRequest,
  answer: Answer,
): Promise<Answer> {
  const where = { ...columnsOf(requested), answer: null }
  const write = update('florin.idempotency_keys', { set: { answer: jsonb(answer) }, where })
  try {
    await commit(ctx, ctx.clock.now(), [write], 'idempotency')
    return answer
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
    const before = await findKey(ctx.db, requested)
    return !before || before.answer === null ? answer : (before.answer as Answer)
  }
}
