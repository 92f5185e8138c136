import type { Erro, RReq, RRes } from '#connectors/threeds/messages.ts'
import type { IssuerVault } from '#core/issuervault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type ThreeDsContext = Writer & {
  clock: Clock
  keys: KeyRing
  log: Log
  issuerVault: Pick<IssuerVault, 'recognize'>
  /** Where browsers reach our pages, without a path. */
  publicUrl: string
  /** Sends the result of a challenge to the merchant's side. Throws when there is no answer. */
  sendResult(url: string, result: RReq): Promise<RRes | Erro>
}
