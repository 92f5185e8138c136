import type { CardReference, Network } from '#connectors/network/message.ts'
import type { AccessControlServer } from '#connectors/threeds/messages.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

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
  }): Promise<FoundCard | undefined>
  /** Undefined: the number of this card has not ended, or no other card is in its place. */
  replacementOf(cardId: string): Promise<Replacement | undefined>
}

/** `replaced`: the card that the number was of, where another one is in its place. */
export type FoundCard = CardReference & { replaced?: string | undefined }

/** A number, and what may be shown of it. The number itself stays in memory. */
type CardNumber = { number: Secret<string>; first6: string; last4: string }

/** A number that has ended, and the card that is in its place, with its expiry date as YYMM. */
export type Replacement = { was: CardNumber; card: CardNumber & { id: string; expiry: string } }

/** The cards that merchants of this installation have stored. */
export type StoredCards = {
  /** Those with the number that has ended get the other one. Returns how many have it by this update. */
  renew(update: Replacement & { updateId: string }): Promise<number>
}

export type OnUsContext = Writer & {
  clock: Clock
  /** Where this program is reached, without a path. */
  publicUrl: string
  log: Log
  /** Both are there by the time of the first request. */
  issuer(): Issuer
  storedCards(): StoredCards
}

/** What the issuer knows this acquirer by. */
export const acquirerId = 'FLORINONUS'
export const resultsPath = '/3ds/results'
