import type { Deposit, DepositAddress } from './deposit.ts'
import type { DepositStatus } from './deposit-states.ts'
import type { DepositId } from './ids.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** Something has arrived, has one more confirmation, or is not in the chain any more. */
    depositChanged: {
      body: { depositId: DepositId; orderId: string; status: DepositStatus; confirmations: number }
      subject: { deposit: Deposit; address: DepositAddress; before: DepositStatus | undefined }
    }
  }
}
