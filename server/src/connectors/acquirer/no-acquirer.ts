import { fullCapabilities } from './capabilities.ts'
import { NotSent } from './errors.ts'
import type { Acquirer } from './port.ts'

const refuse = async (): Promise<never> => {
  throw new NotSent('no acquirer is connected to this installation')
}

/** Stands where an installation that is being prepared has no acquirer yet. It takes nothing and sends nothing. */
export const noAcquirer: Acquirer = {
  capabilities: {
    ...fullCapabilities,
    payOut: false,
    disputeList: false,
    disputeResponses: false,
    settlements: false,
    settledBy: 'entry',
  },
  authorize: refuse,
  verify: refuse,
  completeChallenge: refuse,
  capture: refuse,
  reverse: refuse,
  refund: refuse,
  payOut: refuse,
  inquire: refuse,
  disputesSince: refuse,
  submitEvidence: refuse,
  acceptDispute: refuse,
  settlementsSince: refuse,
}
