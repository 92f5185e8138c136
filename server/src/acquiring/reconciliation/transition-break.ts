import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { type BreakAction, type BreakStatus, breakStates } from './break-states.ts'
import type { BreakId } from './ids.ts'
import { refuse } from './refusals.ts'
import type { Break } from './report.ts'

export type BreakChange = { by: Pick<Author, 'actor'>; note?: string | undefined }

export type NewBreak = Omit<Break, 'id' | 'version' | 'status' | 'openedAt'>

/** The writes that open a break, under an id that was set aside. */
export function openBreak(now: Instant, id: BreakId, opened: NewBreak, by: Pick<Author, 'actor'>): Write[] {
  const { kind, connector, row, transactionId, reported, expected } = opened
  return [
    insert('reconciliation.breaks', {
      id,
      kind,
      connector,
      report_id: row?.reportId ?? null,
      line: row?.line ?? null,
      transaction_id: transactionId ?? null,
      reported_currency: reported?.currency ?? null,
      reported_minor: reported?.minor ?? null,
      expected_currency: expected?.currency ?? null,
      expected_minor: expected?.minor ?? null,
      status: breakStates.initial,
      opened_at: now,
      due_at: comparedAgain.has(kind) ? now.add(compareAgainAfter) : null,
    }),
    recordTransition(now, id, { from: null, action: 'open', to: breakStates.initial }, { by }),
  ]
}
/**
 * What is missing may come: a dispute that is received later, a payment whose response was lost, a row of another report. What
 * differs may be settled by another row at this moment.
 */
const comparedAgain: ReadonlySet<Break['kind']> = new Set([
  ...(['unknown', 'unbooked', 'reserve', 'notReported', 'notReversed', 'amount', 'currency', 'fee'] as const),
])
export const compareAgainAfter = { hours: 24 }
/** From then on a person decides. */
export const comparedFor = { hours: 24 * 30 }

/** The only way a break changes its status: with its history. */
export function transitionBreak(
  now: Instant,
  { id, version, status: from }: Pick<Break, 'id' | 'version' | 'status'>,
  action: BreakAction,
  { by, note }: BreakChange,
): Write[] {
  const status = breakStates.next(from, action)
  if (!status) throw refuse('break_closed', { breakId: id, status: from, allowed: [] })
  return [
    update('reconciliation.breaks', {
      set: { status, version: version + 1, due_at: null, leased_until: null },
      where: { id, version },
    }),
    recordTransition(now, id, { from, action, to: status }, { by, note }),
  ]
}

export const recordTransition = (
  now: Instant,
  id: BreakId,
  { from, action, to }: { from: BreakStatus | null; action: BreakAction | 'open'; to: BreakStatus },
  { by, note }: BreakChange,
): Write =>
  insert('reconciliation.break_transitions', {
    ...{ break_id: id, from_status: from, to_status: to, action },
    ...{ actor: by.actor, note: note ?? null, occurred_at: now },
  })
