import { describe, expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { type Bank, NoBankResponse, type Transfer } from './port.ts'

/** A bank and its accounts: what the rules of the port need to be tried. */
export type BankUnderTest = {
  bank: Bank
  /** IBANs for what may happen. */
  accounts: { good: string; rejected: string; returned: string; responseLost: string; requestLost: string }
  /** Until everything has happened that will. */
  passDays(days: number): Promise<void>
}

let transfers = 0
const to = (iban: string): Transfer => ({
  endToEndId: `FLORIN-TEST-${++transfers}`,
  amount: money(98_35n, 'EUR'),
  to: { holderName: 'Crumb & Co.', iban, accountNumber: undefined, bic: undefined },
  remittance: 'Payout 1001',
})

/** What every bank must do: the rules of the port, tested from the outside. */
export function bankConformance(name: string, make: () => Promise<BankUnderTest>): void {
  describe(`${name} as a bank`, () => {
    test('has a name, and knows no transfer that was not submitted', async () => {
      const { bank } = await make()
      expect(bank.name).toMatch(/^[a-z][a-z0-9-]{0,39}$/)
      expect(await bank.statusOf('FLORIN-NOTHING')).toEqual({ status: 'notFound' })
    })

    test('accepts a transfer once, however often it is submitted, and pays it', async () => {
      const { bank, accounts, passDays } = await make()
      const transfer = to(accounts.good)
      const first = await bank.submit(transfer)
      expect(first).toMatchObject({ outcome: 'accepted', reference: expect.any(String) })
      expect(await bank.submit(transfer)).toEqual(first)
      expect(await bank.statusOf(transfer.endToEndId)).toMatchObject({ status: 'pending' })
      await passDays(2)
      const paid = await bank.statusOf(transfer.endToEndId)
      expect(paid).toMatchObject({ status: 'paid', at: expect.any(Temporal.Instant) })
      expect(await bank.submit(transfer)).toEqual(first)
      expect(await bank.statusOf(transfer.endToEndId)).toEqual(paid)
    })

    test('says why it refuses a transfer', async () => {
      const { bank, accounts } = await make()
      expect(await bank.submit(to(accounts.rejected))).toMatchObject({
        outcome: 'rejected',
        reason: expect.any(String),
      })
    })

    test('reports a transfer that came back after it was paid', async () => {
      const { bank, accounts, passDays } = await make()
      const transfer = to(accounts.returned)
      await bank.submit(transfer)
      await passDays(2)
      expect(await bank.statusOf(transfer.endToEndId)).toMatchObject({ status: 'paid' })
      await passDays(7)
      expect(await bank.statusOf(transfer.endToEndId)).toMatchObject({ status: 'returned', reason: expect.any(String) })
    })

    test('throws when a response is lost, and then says whether the request has arrived', async () => {
      const { bank, accounts } = await make()
      const [arrived, missing] = [to(accounts.responseLost), to(accounts.requestLost)]
      await expect(bank.submit(arrived)).rejects.toThrow(NoBankResponse)
      await expect(bank.submit(missing)).rejects.toThrow(NoBankResponse)
      expect(await bank.statusOf(arrived.endToEndId)).toMatchObject({ status: 'pending' })
      expect(await bank.statusOf(missing.endToEndId)).toEqual({ status: 'notFound' })
      expect(await bank.submit(missing)).toMatchObject({ outcome: 'accepted' })
    })
  })
}
