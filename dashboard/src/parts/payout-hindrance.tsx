import type { Reply } from '../api/client.ts'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { useMoney } from './money.tsx'
import { useDayText } from './time.tsx'

type Hindrance = NonNullable<Reply<'getMerchantBalance'>['balances'][number]['hindrance']>
type Parts = { amount: string; account: string; day: string; reason: string; currency: string }

const texts = {
  en: {
    merchant_closed: () => 'The merchant is closed; reopen it first.',
    on_hold: ({ reason }) => `Payouts are on hold: ${reason}`,
    no_bank_account: ({ currency }) => `There is no bank account for ${currency}.`,
    bank_account_held: ({ account, reason }) => `Bank account ${account} is held: ${reason}`,
    bank_account_waits: ({ account, day }) => `Bank account ${account} is new, and is paid to from ${day} on.`,
    earnings_moving: () => 'What was earned before an update is being moved. It is paid when that is done.',
    negative_balance: ({ amount }) => `${amount} is owed by the merchant; new payments are set against it first.`,
    nothing_available: () => 'Nothing is available yet.',
    below_minimum: ({ amount }) => `Less than the minimum of ${amount} is available.`,
    schedule_failed: () => 'The last payout has failed for a reason of ours. It is tried again.',
  },
  ro: {
    merchant_closed: () => 'Comerciantul este închis; redeschide-l mai întâi.',
    on_hold: ({ reason }) => `Viramentele sunt oprite: ${reason}`,
    no_bank_account: ({ currency }) => `Nu există un cont bancar în ${currency}.`,
    bank_account_held: ({ account, reason }) => `Contul bancar ${account} este blocat: ${reason}`,
    bank_account_waits: ({ account, day }) => `Contul bancar ${account} este nou și primește bani începând cu ${day}.`,
    earnings_moving: () => 'Încasările de dinaintea unei actualizări sunt mutate. Se plătesc după aceea.',
    negative_balance: ({ amount }) => `Comerciantul datorează ${amount}; plățile noi acoperă mai întâi datoria.`,
    nothing_available: () => 'Încă nu este nimic disponibil.',
    below_minimum: ({ amount }) => `Este disponibil mai puțin decât minimul de ${amount}.`,
    schedule_failed: () => 'Ultimul virament a eșuat dintr-un motiv care ține de noi. Se încearcă din nou.',
  },
} satisfies Texts<Record<Hindrance['code'], (parts: Parts) => string>>

/** Why nothing would be paid out now, as a sentence. */
export function useHindranceText(): (hindrance: Hindrance, currency: string) => string {
  const t: Record<Hindrance['code'], (parts: Parts) => string> = useTexts(texts)
  const money = useMoney()
  const day = useDayText()
  return ({ code, amount, bankAccountId = '', usableAt, reason = '' }, currency) =>
    t[code]({
      amount: amount === undefined ? '' : money(amount, currency),
      account: bankAccountId,
      day: usableAt === undefined ? '' : day(usableAt),
      reason,
      currency,
    })
}
