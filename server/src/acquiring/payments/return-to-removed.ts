import type { PaymentId } from '#acquiring/ids'
import { workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { PaymentsContext } from './context.ts'
import { refundable } from './payment.ts'
import { reversePayment } from './reverse-payment.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'

/**
 * Records that the money of a payment is owed back, because its customer was deleted before it was approved. It is owed
 * until it is back: neither a request that is under way nor its decline ends that.
 */
export const planOwedReturn = (now: Instant, id: PaymentId): Write =>
  insert('payments.owed_returns', { id, owed_at: now, due_at: now, leased_until: null })

export const owedReturnJob = (ctx: PaymentsContext): DueWork => ({
  name: 'return payments of deleted customers',
  ...claimDue(ctx, 'payments.owed_returns', { leaseMs: 60_000 }),
  run: (id) => returnToRemoved(ctx, id as PaymentId),
})

/**
 * Returns the money that is owed back, later and later while the acquirer declines it; from `triesAlone` requests on it is
 * requested once a day, and the log and an alert ask for an operator. Safe to repeat.
 */
export async function returnToRemoved(ctx: PaymentsContext, id: PaymentId): Promise<void> {
  const owed = await findOwed(ctx.db, id)
  if (!owed?.dueAt || Temporal.Instant.compare(owed.dueAt, ctx.clock.now()) > 0) return
  const state = stateOf(await getPayment(ctx.db, id))
  if (state === 'returned') return change(ctx, owed, { dueAt: undefined, tries: owed.tries })
  if (state === 'underWay') return change(ctx, owed, { dueAt: inMinutes(ctx, underWayMinutes), tries: owed.tries })
  const tries = owed.tries + 1
  // Counted before it is requested, so that what fails on the way is counted too.
  await change(ctx, owed, { dueAt: inMinutes(ctx, waitAfter(tries)), tries })
  if (tries >= triesAlone)
    ctx.log.error(
      { payment: String(id), tries },
      'the payment of a deleted customer is not returned; an operator must ask the acquirer',
    )
  await requestReturn(ctx, id)
  if (stateOf(await getPayment(ctx.db, id)) === 'returned')
    await change(ctx, { ...owed, tries }, { dueAt: undefined, tries })
}

/** A return that the payment does not allow now is tried again, as after a decline. */
async function requestReturn(ctx: PaymentsContext, paymentId: PaymentId): Promise<void> {
  const by = { ...workAuthor('return payments'), reason: 'The customer was deleted before the payment was approved.' }
  const { siteId } = await getPayment(ctx.db, paymentId)
  try {
    await reversePayment(ctx, { by, siteId, paymentId, amount: undefined, why: undefined })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The most returns that are counted as waiting for an operator. */
const countedMost = 50
export async function countDeclinedReturns(db: Reader): Promise<number> {
  const [row] = await db.run(
    `select count(*)::integer as count from (
       select from payments.owed_returns where due_at is not null and tries >= $1 order by tries desc limit ${countedMost}) as counted`,
    [triesAlone],
  )
  return row!.count as number
}

const waitAfter = (tries: number): number => waitsMinutes[Math.min(tries, waitsMinutes.length) - 1]!
const waitsMinutes = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440]
const triesAlone = waitsMinutes.length
const underWayMinutes = 60

const inMinutes = ({ clock }: PaymentsContext, minutes: number): Instant => clock.now().add({ minutes })

/** Whether money or a hold is left, and nothing that was requested about it may still take it away. */
function stateOf(payment: Payment): 'owed' | 'underWay' | 'returned' {
  switch (payment.status) {
    case 'authorized':
      return 'owed'
    case 'captured':
      return refundable(payment).minor > 0n ? 'owed' : 'underWay'
    case 'chargedBack':
      return refundable(payment).minor > 0n ? 'owed' : 'returned'
    case 'voided':
    case 'cancelled':
    case 'refunded':
    case 'failed':
    case 'verified':
    case 'captureFailed':
      return 'returned'
    default:
      return 'underWay'
  }
}

type Owed = { id: PaymentId; tries: number; dueAt: Instant | undefined }

async function findOwed(db: Db, id: PaymentId): Promise<Owed | undefined> {
  const row = await db.read
    .selectFrom('payments.owed_returns')
    .select(['tries', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id, tries: row.tries, dueAt: row.due_at ?? undefined }
}

/** Does nothing when another worker has tried it meanwhile. */
const change = (ctx: PaymentsContext, { id, tries: known }: Owed, { dueAt, tries }: Omit<Owed, 'id'>): Promise<void> =>
  decide(async () => {
    if ((await findOwed(ctx.db, id))?.tries !== known) return
    const set = { tries, due_at: dueAt ?? null, leased_until: null }
    const write = update('payments.owed_returns', { set, where: { id, tries: known } })
    await commit(ctx, ctx.clock.now(), [write], 'return-to-removed')
  })
