import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type Bank, NoBankResponse, type Transfer, type TransferStatus } from './port.ts'

/** What the bank of staging remembers: a table in staging, and a map in tests. */
export type SandboxBankRecord = {
  find(endToEndId: string): Promise<SandboxTransfer | undefined>
  /** The first of the same id stays. */
  add(transfer: SandboxTransfer): Promise<void>
}
export type SandboxTransfer = { endToEndId: string; account: string; submittedAt: Instant }

/** The last four digits of an account decide what becomes of a transfer to it; any others receive it after a day. */
export const sandboxAccounts = {
  rejected: '0002',
  returned: '0003',
  /** The transfer arrives, and the response is lost. */
  responseLost: '0004',
  /** The first request is lost on its way; the second arrives. */
  requestLost: '0005',
  /** It is pending for ever. */
  pending: '0006',
} as const

/** The bank of staging. It pays a day after it has a transfer, by the clock of the business. */
export function sandboxBank({ clock, record }: { clock: Clock; record: SandboxBankRecord }): Bank {
  const lost = new Set<string>()
  return {
    name: 'sandbox',
    submit: async (transfer) => {
      const account = accountOf(transfer)
      const ending = account.slice(-4)
      if (ending === sandboxAccounts.rejected) return { outcome: 'rejected', reason: 'AC04: the account is closed' }
      if (ending === sandboxAccounts.requestLost && !lost.has(transfer.endToEndId)) {
        lost.add(transfer.endToEndId)
        throw new NoBankResponse('the request was lost')
      }
      await record.add({ endToEndId: transfer.endToEndId, account, submittedAt: clock.now() })
      if (ending === sandboxAccounts.responseLost) throw new NoBankResponse('the response was lost')
      return { outcome: 'accepted', reference: referenceOf(transfer) }
    },
    statusOf: async (endToEndId) => {
      const transfer = await record.find(endToEndId)
      return transfer ? statusAt(transfer, clock.now()) : { status: 'notFound' }
    },
  }
}

function statusAt(transfer: SandboxTransfer, now: Instant): TransferStatus {
  const { account, submittedAt } = transfer
  const reference = referenceOf(transfer)
  const [paidAt, returnedAt] = [24, 72].map((hours) => submittedAt.add({ hours })) as [Instant, Instant]
  const isPast = (at: Instant) => Temporal.Instant.compare(at, now) <= 0
  if (!isPast(paidAt) || account.endsWith(sandboxAccounts.pending)) return { status: 'pending', reference }
  if (account.endsWith(sandboxAccounts.returned) && isPast(returnedAt))
    return { status: 'returned', reference, reason: 'AC04: the account is closed', at: returnedAt }
  return { status: 'paid', reference, at: paidAt }
}

const referenceOf = ({ endToEndId }: Pick<Transfer, 'endToEndId'>): string => `SBX-${endToEndId}`
const accountOf = ({ to }: Transfer): string => to.iban ?? to.accountNumber ?? ''

/** For tests, and for a process of its own. */
export function memoryBankRecord(): SandboxBankRecord {
  const transfers = new Map<string, SandboxTransfer>()
  return {
    find: async (endToEndId) => transfers.get(endToEndId),
    add: async (transfer) => {
      if (!transfers.has(transfer.endToEndId)) transfers.set(transfer.endToEndId, transfer)
    },
  }
}
