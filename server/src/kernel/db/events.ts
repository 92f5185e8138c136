/**
 * Every event, by name. Each module declares its own in its `events.ts`; the first word of a name is the type of its
 * subject (`counterFilled` is about a counter). Each is `{ body, subject }`: what the outbox stores, and the subject
 * itself for the reactions of the same commit.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules, one declaration merge each
export interface Events {}

/**
 * Rows that the announcer of an event has already loaded, so that reactions need not read them again. Each module adds
 * its own entries; the events of a reaction inherit what was known of the event before.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules, one declaration merge each
export interface Known {}
