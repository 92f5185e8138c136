import type { Instant } from '#kernel/clock.ts'
import { add, type Money, zero } from '#kernel/money.ts'
import { pendingHours } from './magic-amounts.ts'
import type { AuthorizationEntry, Entry, FollowEntry, Story } from './record.ts'

/** Where an authorization stands on the acquirer's side: what is held of the card's money, taken, and given back. */
export type Standing =
  | { is: 'unknown' }
  | { is: 'challenged'; kind: Kind; amount: Money }
  | { is: 'pending'; kind: Kind; amount: Money; decidesAt: Instant }
  | { is: 'declined' }
  /** A card that was verified: nothing is held. */
  | { is: 'proven' }
  | { is: 'held'; amount: Money }
  | { is: 'taken'; amount: Money; refunded: Money; takenAt: Instant }
  /** Nothing is held under this authorization and nothing will ever be, even when its ask arrives only now. */
  | { is: 'reversed' }

type Kind = 'auth' | 'sale' | 'verify'

/** What the story comes to at a moment. */
export function standingAt(story: Story, now: Instant): Standing {
  let standing: Standing = { is: 'unknown' }
  for (const entry of story) standing = after(matured(standing, entry.askedAt), entry)
  return matured(standing, now)
}

/** When the bank says yes to a payment that was asked then and is pending. */
export const decidesAt = (askedAt: Instant): Instant => askedAt.add({ hours: pendingHours })

/** A pending payment is approved by nothing but time. */
function matured(standing: Standing, now: Instant): Standing {
  if (standing.is !== 'pending' || Temporal.Instant.compare(now, standing.decidesAt) < 0) return standing
  return approved(standing, standing.decidesAt)
}

function after(standing: Standing, entry: Entry): Standing {
  switch (entry.kind) {
    case 'auth':
    case 'sale':
    case 'verify':
      return entry.amount ? afterAnswer(standing, entry, { kind: entry.kind, amount: entry.amount }) : standing
    case 'proceed':
      return standing.is === 'challenged' ? afterAnswer(standing, entry, standing) : standing
    case 'bank':
      return standing
    default:
      return entry.answer.outcome === 'done' ? afterDone(standing, entry) : standing
  }
}

function afterAnswer(
  standing: Standing,
  { answer, askedAt }: AuthorizationEntry,
  { kind, amount }: { kind: Kind; amount: Money },
): Standing {
  if (standing.is === 'reversed') return standing
  switch (answer.outcome) {
    case 'approved':
      return approved({ kind, amount }, askedAt)
    case 'challenge':
      return { is: 'challenged', kind, amount }
    case 'pending':
      return { is: 'pending', kind, amount, decidesAt: decidesAt(askedAt) }
    case 'declined':
      return { is: 'declined' }
  }
}

function approved({ kind, amount }: { kind: Kind; amount: Money }, at: Instant): Standing {
  if (kind === 'verify') return { is: 'proven' }
  if (kind === 'auth') return { is: 'held', amount }
  return { is: 'taken', amount, refunded: zero(amount.currency), takenAt: at }
}

function afterDone(standing: Standing, { kind, amount, askedAt }: FollowEntry): Standing {
  if (kind === 'reverse') return { is: 'reversed' }
  if (kind === 'capture') return { is: 'taken', amount, refunded: zero(amount.currency), takenAt: askedAt }
  return standing.is === 'taken' ? { ...standing, refunded: add(standing.refunded, amount) } : standing
}
