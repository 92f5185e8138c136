import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { HitStatus } from './hit-states.ts'
import type { EntryId, HitId, VersionId } from './ids.ts'
import type { ListName } from './list-entry.ts'
import type { Agreement } from './matching/match-person.ts'

/** A person and an entry of a list with like names, and what was decided about it. */
export type Hit = {
  id: HitId
  version: number
  holderId: HolderId
  partnerId: PartnerId
  /** Of the person's facts, when they were compared. */
  factsNumber: number
  entryId: EntryId
  list: ListName
  reference: string
  /** Of the list, when they were compared. */
  versionId: VersionId
  /** Of the entry, the one that is most alike. */
  name: string
  scoreThousandths: number
  birth: Agreement
  country: Agreement
  /** Holds the person up at once. */
  strong: boolean
  status: HitStatus
  createdAt: Instant
  decidedAt: Instant | undefined
}
