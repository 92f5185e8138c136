import type { PaymentId } from '#acquiring/ids'
import type { Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { commit, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { ReconciliationContext } from './context.ts'
import { settlementKey } from './judge-row.ts'
import { type Break, type BreakKind, differences, type RowType } from './report.ts'
import { findBreak, findRow, openDifferencesOf, settledOf } from './store.ts'
import { type BreakChange, recordTransition } from './transition-break.ts'

type Settled = { type: RowType; transaction: Pick<Transaction, 'id'> | undefined }

/** A break whose row would settle its transaction, which another row has settled; and what that row has brought. */
type Overtaken = { found: Break; reported: Money }

/**
 * The breaks about other rows of what is settled now. `except`: the break by which it is. A break that is opened at the same
 * moment is found when it is compared again.
 */
export async function overtakenBy(db: Reader, settled: readonly Settled[], except?: Break): Promise<Overtaken[]> {
  const keys = new Set(
    settled.flatMap(({ type, transaction }) => (transaction ? [settlementKey(transaction.id, type)] : [])),
  )
  const ids = settled.flatMap(({ transaction }) => transaction?.id ?? [])
  const open = await openDifferencesOf(db, ids)
  const others = await Promise.all(
    open.filter(({ id }) => id !== except?.id).map((found) => overtaken(db, found, keys)),
  )
  return others.filter((one) => one !== undefined)
}

async function overtaken(db: Reader, found: Break, settled: ReadonlySet<string>): Promise<Overtaken | undefined> {
  const { type, grossMinor, currency } = await findRow(db, found.row!)
  return settled.has(settlementKey(found.transactionId!, type))
    ? { found, reported: money(grossMinor, currency) }
    : undefined
}

/** The writes by which they are of kind `twice`: whatever their rows brought was brought without a cause. */
export const rejudge = (now: Instant, breaks: readonly Overtaken[], by: BreakChange['by']): Write[] =>
  breaks.flatMap(({ found: { id, version, kind }, reported }) => [
    update('reconciliation.breaks', {
      set: {
        ...{ kind: 'twice', reported_minor: reported.minor, reported_currency: reported.currency },
        ...{ expected_minor: null, expected_currency: null, due_at: null, leased_until: null, version: version + 1 },
      },
      where: { id, version },
    }),
    recordTransition(now, id, { from: 'open', action: 'rejudge', to: 'open' }, { by, note: settledNote(kind) }),
  ])
const settledNote = (kind: BreakKind) => `another row has settled the transaction; it was about ${kind}`

/** A break by what is settled now: its row may be one too many, which it was not when the break was opened. */
export async function breakOfNow(db: Reader, found: Break): Promise<Break> {
  const one = await overtakenByNow(db, found)
  return one ? { ...found, kind: 'twice', reported: one.reported, expected: undefined } : found
}

/** The same for somebody who decides about it: it is recorded, and what is decided is about what the books have now. */
export async function rejudgedBreak(ctx: ReconciliationContext, found: Break): Promise<Break> {
  const one = await overtakenByNow(ctx.db, found)
  if (!one) return found
  const now = ctx.clock.now()
  await commit(ctx, now, rejudge(now, [one], { actor: 'due work' }), 'settled-otherwise')
  return (await findBreak(ctx.db, found.id))!
}

export async function overtakenByNow(db: Reader, found: Break): Promise<Overtaken | undefined> {
  if (found.status !== 'open' || !isDifference(found)) return undefined
  return overtaken(db, found, await settledOf(db, [found.transactionId]))
}

export const isDifference = (found: Break): found is Break & { transactionId: PaymentId } =>
  (differences as readonly BreakKind[]).includes(found.kind) && found.transactionId !== undefined
