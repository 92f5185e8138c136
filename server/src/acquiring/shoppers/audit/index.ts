/** The audit of shoppers: their stored cards against the vault, and which facts are sealed. */
export { checks } from './check-sites.ts'
export { checkVault } from './check-vault.ts'
export { sealed } from './sealed.ts'
