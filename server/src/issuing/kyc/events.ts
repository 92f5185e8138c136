import type { HolderId } from '#issuing/ids'
import type { CheckStatus, PersonsDecide } from './identity/check.ts'
import type { CaseAction, KycStatus } from './kyc-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    kycStatusChanged: {
      body: { caseId: string; action: CaseAction | 'begin'; status: KycStatus; rejectReason?: string }
      subject: { holderId: HolderId; status: KycStatus; rejectReason: string | undefined }
    }
    /** The result of a request to the identity provider, or that it was withdrawn; about the holder. */
    kycCheckClosed: {
      body: { caseId: string; checkId: string; status: CheckStatus; because?: readonly PersonsDecide[] }
      subject: undefined
    }
  }
}
