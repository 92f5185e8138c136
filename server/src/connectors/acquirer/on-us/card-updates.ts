import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { OnUsContext } from './context.ts'
import { type CardUpdate, findCardUpdate } from './store.ts'

/**
 * The number of this card has ended: stored cards that have it get that of the card in its place, if there is one. For
 * the commit that ends it, and for any that meets the number again later.
 */
export const planCardUpdate = (now: Instant, cardId: string): Write =>
  insert(
    'onus.card_updates',
    {
      id: cardId,
      status: 'waiting',
      tries: 0,
      trouble: null,
      successor: null,
      renewed: null,
      asked_at: now,
      due_at: now,
      leased_until: null,
    },
    { orElse: { conflict: ['id'], set: ['status', 'tries', 'due_at'] } },
  )

/** Moves the stored cards of a number that has ended. It may be done again at any time: then nothing is left to move. */
export async function updateStoredCards(ctx: OnUsContext, id: string): Promise<void> {
  const known = await findCardUpdate(ctx.db, id)
  if (known?.status !== 'waiting') return
  const set = await carryOut(ctx, id).catch((error: unknown) => afterFailure(ctx, known, error))
  const where = { id, status: 'waiting' as const, tries: known.tries }
  const changed = update('onus.card_updates', { set: { ...set, leased_until: null }, where })
  await commit(ctx, ctx.clock.now(), [changed], 'card-updates')
}

type Outcome = Partial<Pick<CardUpdate, 'tries' | 'trouble' | 'successor' | 'renewed'>> &
  Pick<CardUpdate, 'status'> & { due_at: Instant | null }

/** Both numbers pass through memory alone: the issuer's vault opens them, and the merchants' vault seals the new one. */
async function carryOut(ctx: OnUsContext, id: string): Promise<Outcome> {
  const done = { status: 'done' as const, trouble: null, due_at: null }
  const replacement = await ctx.issuer().replacementOf(id)
  if (!replacement) return { ...done, successor: null, renewed: 0 }
  const { was, card } = replacement
  const renewed = await ctx.storedCards().renew({ updateId: id, was, card })
  return { ...done, successor: card.id, renewed }
}

function afterFailure({ clock, log }: OnUsContext, { id, tries: before }: CardUpdate, error: unknown): Outcome {
  const tries = before + 1
  const dueAt = schedule.nextTryAt(clock.now(), schedule.triesMax - tries)
  log.warn({ cardId: id, tries, err: error }, 'the stored cards of a number that has ended were not updated')
  const trouble = (error instanceof Error ? error.message : String(error)).slice(0, troubleLengthMax)
  return { status: dueAt ? 'waiting' : 'parked', tries, trouble, due_at: dueAt ?? null }
}

/** Seven tries within two days; then an operator looks. */
const schedule = deliverySchedule([1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * 60_000))
const troubleLengthMax = 500

/** A parked update is tried again at once. False: there is none. `alongside` is written with it. */
export async function retryCardUpdate(
  ctx: Pick<OnUsContext, 'db' | 'react' | 'clock'>,
  id: string,
  alongside: (now: Instant) => readonly Write[],
): Promise<boolean> {
  const known = await findCardUpdate(ctx.db, id)
  if (known?.status !== 'parked') return false
  const now = ctx.clock.now()
  const set = { status: 'waiting' as const, tries: 0, due_at: now, leased_until: null }
  const again = update('onus.card_updates', { set, where: { id, status: 'parked' } })
  await commit(ctx, now, [again, ...alongside(now)], 'card-updates')
  return true
}

export const cardUpdateJob = (ctx: OnUsContext): DueWork => ({
  name: 'update stored cards after a reissue',
  ...claimDue(ctx, 'onus.card_updates', { leaseMs: 60_000 }),
  run: (id) => updateStoredCards(ctx, String(id)),
})
