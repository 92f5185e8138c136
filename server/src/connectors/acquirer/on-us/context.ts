import type { CardReference, Network } from '#connectors/network/message.ts'
import type { AccessControlServer } from '#connectors/threeds/messages.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

/** The issuer's side, which this connector speaks to as an acquirer does. */
export type Issuer = {
  network: Network
  accessControl: AccessControlServer
  /**
   * Undefined: it is no card of ours. The merchant's own payments with a number that was reissued are about the card in its
   * place.
   */
  findCard(shown: {
    number: Secret<string>
    cvv2: Secret<string> | undefined
    byMerchant: boolean
  }): Promise<CardReference | undefined>
}

export type OnUsContext = Writer & {
  clock: Clock
  /** Where this program is reached, without a path. */
  publicUrl: string
  /** It is there by the time of the first request. */
  issuer(): Issuer
}

/** What the issuer knows this acquirer by. */
export const acquirerId = 'FLORINONUS'
export const resultsPath = '/3ds/results'
