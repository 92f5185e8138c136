import type { Directory } from '#core/directory'
import type { IssuerVault } from '#core/issuervault'
import type { Partners } from '#core/partners'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

/** What the use cases of this module work with. */
export type ProgrammesContext = Writer & {
  clock: Clock
  directory: Pick<Directory, 'site'>
  partners: Partners
  issuerVault: IssuerVault
  /** Where browsers reach this program, without a path. */
  publicUrl: string
}
