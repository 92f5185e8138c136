/**
 * Whom something belongs to: a kind of party, and the party's id as text, because some kinds have numbers and others
 * UUIDs. Events, idempotency keys, audit entries, list checkpoints and due work name their owner, and every query for
 * one owner compares both parts.
 */
export type Owner = { readonly kind: OwnerKind; readonly id: string }

/** The modules that know the parties declare the kinds here, one declaration merge each: `core/directory/owner.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the modules, one declaration merge each
export interface OwnerKinds {}
export type OwnerKind = keyof OwnerKinds & string
