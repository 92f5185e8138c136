import type { HolderId } from '#issuing/ids'
import type { HitStatus } from './hit-states.ts'
import type { HitId, VersionId } from './ids.ts'
import type { ListName } from './list-entry.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    listLoaded: { body: { list: ListName; versionId: VersionId | 'new'; entries: number }; subject: undefined }
    /** New hits of one person, found by one comparison. */
    personMatched: {
      body: { hits: number; strong: boolean }
      subject: { holderId: HolderId; isStrong: boolean }
    }
    hitDecided: {
      body: { hitId: HitId; status: HitStatus }
      subject: { holderId: HolderId; hitId: HitId; status: HitStatus; isStrong: boolean }
    }
  }
}
