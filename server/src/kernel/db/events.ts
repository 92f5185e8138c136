/**
 * What the house can announce, by name. Each module adds its own in its `events.ts`; the first word of a name is the
 * thing it is about (`paymentStatusChanged` is about a payment). Each is `{ body, subject }`: what the outbox keeps, and the
 * thing itself for the reactions of the same commit.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules, one declaration merge each
export interface Events {}
