import type { Instant } from '#kernel/clock.ts'
import { add, type Money, subtract, zero } from '#kernel/money.ts'
import { pendingHours } from './magic-amounts.ts'
import type { AuthorizationEntry, DisputeEntry, Entry, FollowEntry, PayoutEntry, Story } from './record.ts'

/** Where an authorization stands on the acquirer's side: what is held of the card's money, taken, and given back. */
export type Standing =
  | { is: 'unknown' }
  | { is: 'challenged'; kind: Kind; amount: Money }
  | { is: 'pending'; kind: Kind; amount: Money; decidesAt: Instant }
  | { is: 'declined' }
  /** A card that was verified: nothing is held. */
  | { is: 'proven' }
  | { is: 'held'; amount: Money }
  /** `disputed` is what banks took back, in disputes that are open or lost. */
  | { is: 'taken'; amount: Money; refunded: Money; disputed: Money; takenAt: Instant }
  /** Money that is on its way to a card, and money that is there. */
  | { is: 'paying out'; amount: Money; decidesAt: Instant }
  | { is: 'paid out'; amount: Money }
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
  if (standing.is !== 'pending' && standing.is !== 'paying out') return standing
  if (Temporal.Instant.compare(now, standing.decidesAt) < 0) return standing
  if (standing.is === 'paying out') return { is: 'paid out', amount: standing.amount }
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
    case 'dispute':
      return afterDispute(standing, entry)
    case 'credit':
      return standing.is === 'reversed' ? standing : afterPayout(entry)
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

function afterPayout({ answer, amount, askedAt }: PayoutEntry): Standing {
  if (answer.outcome === 'done') return { is: 'paid out', amount }
  return answer.outcome === 'pending' ? { is: 'paying out', amount, decidesAt: decidesAt(askedAt) } : { is: 'declined' }
}

function approved({ kind, amount }: { kind: Kind; amount: Money }, at: Instant): Standing {
  if (kind === 'verify') return { is: 'proven' }
  if (kind === 'auth') return { is: 'held', amount }
  return taken(amount, at)
}

const taken = (amount: Money, takenAt: Instant): Standing => {
  const none = zero(amount.currency)
  return { is: 'taken', amount, refunded: none, disputed: none, takenAt }
}

function afterDispute(standing: Standing, { amount, answer }: DisputeEntry): Standing {
  if (standing.is !== 'taken' || answer.outcome === 'lost') return standing
  const change = answer.outcome === 'opened' ? add : subtract
  return { ...standing, disputed: change(standing.disputed, amount) }
}

function afterDone(standing: Standing, { kind, amount, askedAt }: FollowEntry): Standing {
  if (kind === 'reverse') return { is: 'reversed' }
  if (kind === 'capture') return taken(amount, askedAt)
  return standing.is === 'taken' ? { ...standing, refunded: add(standing.refunded, amount) } : standing
}
