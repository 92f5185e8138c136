/**
 * The sandbox acquirer: the other side of the table, shipped with the product, so that a whole house runs on a laptop.
 * It knows nothing of the house but the port, and the house nothing of its record.
 */

export { type AuthorizationState, stateAt } from './authorization-state.ts'
export { type BankVisit, type ChallengeInput, codeTriesMax, type Requested, rightCode, visitBank } from './bank.ts'
export { databaseRecord } from './database-record.ts'
export { decideDispute, NoDispute, openDispute } from './decide-dispute.ts'
export { type Disputable, disputables } from './disputables.ts'
export {
  authenticationAboveMinor,
  type MagicAmount,
  type MagicOutcome,
  magicAmounts,
  pendingHours,
} from './magic-amounts.ts'
export { memoryRecord } from './memory-record.ts'
export type { Entry, SandboxRecord, Story } from './record.ts'
export { losingEvidence, winningEvidence } from './respond-to-dispute.ts'
export { inquiryOf, type SandboxLimits, type SandboxSettings, sandboxAcquirer } from './sandbox-acquirer.ts'
export { type TestCard, testCards, wrongSecurityCode } from './test-cards.ts'
