import type { Author } from '#core/directory'

/** Who does what a test does through a use case. */
export const by: Author = { actor: 'test', fromWhere: 'test' }
