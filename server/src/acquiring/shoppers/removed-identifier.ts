import type { ShopperId } from '#acquiring/ids'

/**
 * A site has one shopper of each identifier, and a store that deletes a customer may make another one of the same name.
 * So a removed shopper gives their identifier back and keeps it with a mark that no identifier can contain.
 */
export const removedIdentifier = (identifier: string, id: ShopperId): string => `${identifier}#${id}`

/** The identifier as the store knows it. */
export const identifierOf = (kept: string): string => kept.replace(/#\d+$/, '')
