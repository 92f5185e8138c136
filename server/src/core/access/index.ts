/**
 * Access: the staff of the operator, of merchants and of partners with their roles and API tokens, and the access tokens
 * of customers with the keys that sign them.
 */
export type { StaffId, StaffTokenId } from './ids.ts'
export { openStaff, type StaffDirectory } from './open-staff.ts'
export { openTokens, type Tokens } from './open-tokens.ts'
export { type StaffRole, type StaffScope, staffRoles } from './roles.ts'
export type { Staff } from './staff.ts'
export { deleteOldTokenKeys, rotateTokenKeys } from './token-keys.ts'
