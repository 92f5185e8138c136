import { acquirerThatRefuses } from './acquirer-that-refuses.ts'
import { fullCapabilities } from './capabilities.ts'

/** Stands where an installation that is being prepared has no acquirer yet. */
export const noAcquirer = acquirerThatRefuses(
  {
    ...fullCapabilities,
    payOut: false,
    disputeList: false,
    disputeResponses: false,
    settlements: false,
    settledBy: 'entry',
  },
  'no acquirer is connected to this installation',
)
