/**
 * The sandbox acquirer: a simulated acquirer, shipped with the product, so that a whole installation runs on a laptop.
 * It depends on the port alone, and the rest of the code does not read its record.
 */

export { type AuthorizationState, stateAt } from './authorization-state.ts'
export { type BankVisit, type ChallengeInput, codeTriesMax, type Requested, rightCode, visitBank } from './bank.ts'
export { makeCryptogram } from './cryptogram.ts'
export { databaseRecord } from './database-record.ts'
export { decideDispute, NoDispute, openDispute } from './decide-dispute.ts'
export { deviceNumbers } from './device-numbers.ts'
export { type Disputable, disputables } from './disputables.ts'
export {
  authenticationAboveMinor,
  type MagicAmount,
  type MagicOutcome,
  magicAmounts,
  pendingHours,
} from './magic-amounts.ts'
export { memoryRecord } from './memory-record.ts'
export { defaultSandbox, type Entry, type SandboxRecord, type Story } from './record.ts'
export { losingEvidence, winningEvidence } from './respond-to-dispute.ts'
export {
  inquiryOf,
  type SandboxLimits,
  type SandboxSettings,
  sandboxAcquirer,
} from './sandbox-acquirer.ts'
export { fallbackCard, publicTestCard, sandboxBin, type TestCard, testCards, wrongSecurityCode } from './test-cards.ts'
