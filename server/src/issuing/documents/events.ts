import type { HolderId } from '#issuing/ids'
import type { DocumentId, VerificationId, VerificationKind } from './verification.ts'
import type { VerificationAction, VerificationStatus } from './verification-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** `handed_in`: nothing of it is missing any more. */
    verificationStatusChanged: {
      body: {
        verificationId: VerificationId
        kind: VerificationKind
        action: VerificationAction | 'start'
        status: VerificationStatus
      }
      subject: {
        holderId: HolderId
        verificationId: VerificationId
        kind: VerificationKind
        status: VerificationStatus
      }
    }
    documentChanged: {
      body: { documentId: DocumentId; verificationId: VerificationId; what: 'stored' | 'removed' }
      subject: undefined
    }
  }
}
