/** Access: the keys that sign access tokens, and the tokens themselves. */
export { openTokens, type Tokens } from './open-tokens.ts'
export { deleteOldTokenKeys, rotateTokenKeys } from './token-keys.ts'
