import type { ShopperId } from '#acquiring/ids'

/**
 * A site has one shopper for each identifier, and a store that deletes a customer may create another one with the same
 * identifier. So the identifier of a removed shopper gets a suffix that no identifier can contain.
 */
export const removedIdentifier = (identifier: string, id: ShopperId): string => `${identifier}#${id}`

/** The identifier as the store knows it. */
export const identifierOf = (kept: string): string => kept.replace(/#\d+$/, '')
