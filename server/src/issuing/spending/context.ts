import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { IssuerVault } from '#core/issuervault'
import type { Partners } from '#core/partners'
import type { Rates } from '#core/rates'
import type { CardId } from '#issuing/ids'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Velocity } from './judge.ts'

/** What an authentication of the holder (3-D Secure) has come to. */
export type Authentication = {
  outcome: 'authenticated' | 'failed' | 'unknown'
  /** Of one that is proved: it counts for one authorization, which joins the record that its challenge has made. */
  id?: string | undefined
}

/** What the use cases of this module work with. */
export type SpendingContext = Writer & {
  clock: Clock
  keys: KeyRing
  log: Log
  issuerVault: Pick<IssuerVault, 'recognize'>
  rates: Rates
  partners: Pick<Partners, 'partner' | 'signingKey'>
  /** By which partners are asked. */
  outbound: Outbound
  /** The key of a zone, under which PIN blocks come. */
  zoneKeyOf(zone: string): Secret<Buffer> | undefined
  /** Undefined: any number of payments. */
  velocity: Velocity | undefined
  /** Of the 3-D Secure data of a request for this card. Absent: there is no access control server. */
  authenticationOf?: (cardId: CardId, request: AuthorizationRequest) => Promise<Authentication | undefined>
}
