import { type Capabilities, fullCapabilities } from '../port.ts'
import type { Profile } from './profile.ts'
import type { MessageLayout } from './profile-messages.ts'
import { namesIn } from './template.ts'

/** What no host of this kind does, whatever its profile says. */
const leastCapabilities: Capabilities = {
  ...fullCapabilities,
  payOut: false,
  disputeList: false,
  disputeResponses: false,
  settlements: false,
  networkTransactionId: 'sometimes',
  walletTokens: false,
}

export const capabilitiesOf = (profile: Profile): Capabilities => ({
  ...leastCapabilities,
  payOut: profile.messages.payout !== undefined,
  partialCapture: profile.partialCapture,
  walletTokens: takesCryptograms(profile),
  currencies: profile.currencies,
  amounts: { minMinor: profile.amounts.min, maxMinor: profile.amounts.max },
})

/** Whether every message of a payment has a place for the cryptogram of a wallet. */
export const takesCryptograms = ({ messages: { authorization, financial } }: Profile): boolean =>
  [authorization, financial].every((layout) => !layout || uses(layout, 'walletCryptogram'))

/** Whether the host wants the card number again in a message that follows a payment. */
export const wantsCardAgain = ({ messages: { completion, reversal, refund } }: Profile): boolean =>
  [completion, reversal, refund].some((layout) => layout && uses(layout, 'cardNumber'))

/** Whether a payout names its card, as it does again when it is repeated. */
export const wantsCardOfPayout = ({ messages: { payout } }: Profile): boolean =>
  payout !== undefined && uses(payout, 'cardNumber')

const uses = ({ fields }: Pick<MessageLayout, 'fields'>, name: string): boolean =>
  Object.values(fields).some((template) => namesIn(template).includes(name))
