/**
 * Card numbers, and the tokens that stand for them everywhere else. The only code that sees a stored card number, on a
 * database role of its own. Everything other modules may use is exported here.
 */

export type { VaultToken } from './ids.ts'
export { openVault } from './open-vault.ts'
export type { Vault } from './vault.ts'
