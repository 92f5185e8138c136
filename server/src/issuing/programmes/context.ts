import type { IssuerVault } from '#core/issuervault'
import type { Partners } from '#core/partners'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

/** What the use cases of this module work with. */
export type ProgrammesContext = Writer & { clock: Clock; partners: Partners; issuerVault: IssuerVault }
