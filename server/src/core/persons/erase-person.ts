import { workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import type { Duty } from '#kernel/db/personal-data.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { auditOf } from './audit-of.ts'
import type { PersonsContext } from './context.ts'
import type { Erasure, ErasureId, KeptUntil, PersonKind } from './erasure.ts'
import { eraseRows, type FoundIds, findIds, idsOf, rowsAtOnce, tablesOf } from './personal-rows.ts'
import { keptUntil } from './plan-erasure.ts'
import { findErasure } from './store.ts'

/**
 * Erases what is left of a person, some rows at a time, and what a duty has kept when its term is over. Safe to repeat and to
 * interrupt: each step finds what is left.
 */
export async function continueErasure(ctx: PersonsContext, id: ErasureId): Promise<void> {
  const erasure = await findErasure(ctx.db, id)
  if (!erasure || erasure.status === 'erased') return
  if (erasure.status === 'erasing') await ctx.persons.remember(erasure.subject, ctx.clock.now())
  const kind = ctx.persons.kinds[erasure.subject.kind]
  const ids = await findIds(ctx.db, kind.data, idsOf(kind.kind, erasure.subject.id))
  const ended = erasure.status === 'erasing' ? [] : endedDuties(erasure.kept, ctx.clock.now())
  const tables = tablesOf(kind.data).filter(({ isLast }) => !isLast)
  for (const table of tables) {
    const batch = () => inTurn(ctx, id, (tx) => eraseRows(tx, { table, ids, ended }))
    for (let rows = rowsAtOnce; rows === rowsAtOnce; ) rows = await batch()
  }
  await inTurn(ctx, id, (tx) => conclude({ ...ctx, db: tx }, { erasure, kind, ids, ended }))
}

/** One at a time for each erasure: the command and a worker may both be at it. */
const inTurn = <T>(ctx: PersonsContext, id: ErasureId, work: (tx: Db) => Promise<T>): Promise<T> =>
  ctx.db.locked([{ table: 'persons.erasures', ids: [id] }], { name: 'erase-person', deadlineMs }, work)
const deadlineMs = 15_000

type Conclusion = { erasure: Erasure; kind: PersonKind; ids: FoundIds; ended: readonly Duty[] }

/** What other rows are found by goes last, together with the record that it is done and until when something stays. */
async function conclude(ctx: PersonsContext, { erasure, kind, ids, ended }: Conclusion): Promise<void> {
  const { id, subject, status, version, owner } = erasure
  // Another process was at it as well, and has concluded it.
  if ((await findErasure(ctx.db, id))?.version !== version) return
  const now = ctx.clock.now()
  for (const table of tablesOf(kind.data).filter(({ isLast }) => isLast))
    for (let rows = rowsAtOnce; rows === rowsAtOnce; ) rows = await eraseRows(ctx.db, { table, ids, ended })
  const kept =
    status === 'erasing'
      ? await keptUntil({ ...ctx, terms: ctx.persons.terms }, kind, { ids, erasedAt: erasure.erasedAt ?? now })
      : Object.fromEntries(Object.entries(erasure.kept).filter(([duty]) => !ended.includes(duty as Duty)))
  const due = Object.values(kept).toSorted()[0]
  const set = {
    status: due === undefined ? 'erased' : 'kept',
    erased_at: erasure.erasedAt ?? now,
    kept: jsonb(kept),
    due_at: due === undefined ? null : Temporal.Instant.from(due),
    leased_until: null,
    version: version + 1,
  } as const
  const over = await Promise.all(ended.map(async (duty) => (await kind.whenOver?.(ctx.db, subject.id, duty)) ?? []))
  const author = workAuthor('erasures of persons')
  await commit(
    ctx,
    now,
    [
      update('persons.erasures', { set, where: { id, version } }),
      ...over.flat(),
      ...kind.conclude(subject.id, ids),
      auditOf(now, author, { kind, subject, person: { owner }, action: 'personErased' }, { kept }),
    ],
    'erase-person',
  )
}

const endedDuties = (kept: KeptUntil, now: Instant): Duty[] =>
  Object.entries(kept).flatMap(([duty, until]) =>
    Temporal.Instant.compare(Temporal.Instant.from(until), now) <= 0 ? [duty as Duty] : [],
  )

/** Continues erasures that were begun, and erases what a duty has kept. */
export const erasureWork = (ctx: PersonsContext): DueWork => ({
  name: 'erasures of persons',
  inRun: 'left',
  ...claimDue(ctx, 'persons.erasures', { leaseMs: 120_000 }),
  atOnce: 4,
  run: (id) => continueErasure(ctx, id as ErasureId),
})
