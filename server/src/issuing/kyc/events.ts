import type { HolderId } from '#issuing/ids'
import type { CaseAction, KycStatus } from './kyc-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    kycStatusChanged: {
      body: { caseId: string; action: CaseAction | 'begin'; status: KycStatus; rejectReason?: string }
      subject: { holderId: HolderId; status: KycStatus; rejectReason: string | undefined }
    }
  }
}
