/**
 * Card numbers, and the tokens that replace them everywhere else. The only code that sees a stored card number, on its
 * own database role. Everything other modules may use is exported here.
 */

export type { VaultToken } from './ids.ts'
export { openVault } from './open-vault.ts'
export type { InspectedCard, Vault } from './vault.ts'
