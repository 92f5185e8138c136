import { randomUUID } from 'node:crypto'
import { type HolderId, newTopupId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { bodyText, type EventFacts, type EventInput, type EventType } from './event-body.ts'
import { type EventId, newEventId } from './ids.ts'

/** A customer that does not exist: what is sent for a test is about nobody. */
const sampleHolder = 'cust_00000000000000000000000000' as HolderId

const samples: { readonly [Type in EventType]: (now: Instant) => EventFacts[Type] } = {
  kycStatusChanged: () => ({ status: 'approved', rejectReason: undefined }),
  cardStatusChanged: () => ({ cardId: randomUUID(), newStatus: 'frozen' }),
  cardTestingSuspected: () => ({ cardId: randomUUID() }),
  transaction3dsRequested: (now) => ({
    transactionId: randomUUID(),
    cardId: randomUUID(),
    amount: money(12_50n, 'EUR'),
    merchant: 'Crumb & Co.',
    requestedAt: now,
    expiresAt: now.add({ minutes: 10 }),
  }),
  transaction3dsCompleted: () => ({ transactionId: randomUUID(), status: 'authorized' }),
  transactionCreated: () => ({ transactionId: randomUUID() }),
  transactionSettled: () => ({ transactionId: randomUUID() }),
  disputeCreated: () => ({ disputeId: randomUUID(), transactionId: randomUUID() }),
  disputeUpdated: () => ({ disputeId: randomUUID(), transactionId: randomUUID(), status: 'won' }),
  topupCreated: (now) => ({ topupId: newTopupId(now) }),
  topupStatusChanged: (now) => ({ topupId: newTopupId(now) }),
}
export const eventTypes = Object.keys(samples) as [EventType, ...EventType[]]

/** An event of one type as a receiver gets it, about things that do not exist. */
export function sampleEvent(type: EventType, now: Instant): { eventId: EventId; body: string } {
  const eventId = newEventId(now)
  return { eventId, body: bodyText(eventId, sampleHolder, { type, facts: samples[type](now) } as EventInput) }
}
