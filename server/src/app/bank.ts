import type { Seller } from '#acquiring/fee-invoices'
import type { Bank, Debtor } from '#connectors/bank/port.ts'
import { sandboxBank } from '#connectors/bank/sandbox.ts'
import { storedBankRecord } from '#connectors/bank/stored-bank-record.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Config } from './config.ts'

/** How merchants are paid: by a connection to a bank, or by files in the name of the operator. */
export type BankParts = {
  bank: Bank | undefined
  debtor: Debtor | undefined
  bankAccountWait: Temporal.Duration
  /** Whom invoices for our fees name; undefined: none are made. */
  seller: Seller | undefined
  /** Whether the staff of merchants receive emails. */
  sendsEmails: boolean
}

export const openBank = (
  { bank: { connector, debtor, accountWait, seller }, messages: sendsEmails }: Config,
  parts: Writer & { clock: Clock },
): BankParts => ({
  bank: connector === 'sandbox' ? sandboxBank({ clock: parts.clock, record: storedBankRecord(parts) }) : undefined,
  debtor,
  bankAccountWait: accountWait,
  seller,
  sendsEmails,
})
