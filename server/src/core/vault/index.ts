/**
 * Card numbers, and the tokens that replace them everywhere else. The only code that sees a stored card number, on its
 * own database role. Everything other modules may use is exported here.
 */

export type { VaultToken } from './ids.ts'
export { openVault } from './open-vault.ts'
export type { InspectedCard, Vault } from './vault.ts'

/** The name of the daily task that destroys what nothing refers to. `verify` asks when it has run. */
export const vaultSweep = 'sweep orphans out of the vault'
