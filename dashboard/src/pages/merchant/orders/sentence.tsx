import type { Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { formatTime, useZone } from '../../../parts/time.tsx'
import { linkTexts } from '../links/texts.ts'

const texts = {
  en: {
    billed: (amount: string, every: string, day: string) => `${amount} is billed ${every}; the next bill is on ${day}.`,
    once: (amount: string, day: string) => `${amount} is billed once more, on ${day}.`,
    owed: (amount: string, day: string) => `A bill of ${amount} was declined; it is tried again on ${day}.`,
  },
  ro: {
    billed: (amount: string, every: string, day: string) =>
      `Se încasează ${amount} ${every}; următoarea încasare este pe ${day}.`,
    once: (amount: string, day: string) => `Se mai încasează ${amount} o dată, pe ${day}.`,
    owed: (amount: string, day: string) => `O încasare de ${amount} a fost respinsă; se încearcă din nou pe ${day}.`,
  },
} satisfies Texts<unknown>

/** What a subscription charges next, and when; nothing where nothing is billed any more. */
export function OrderSentence({ order }: { order: Reply<'getOrder'> }) {
  const t = useTexts(texts)
  const { every } = useTexts(linkTexts)
  const money = useMoney()
  const { language } = useLanguage()
  const { zone } = useZone()
  const { next, currency, intervalType, intervalValue } = order
  const [first] = next
  if (!first || !intervalType) return null
  const [retryAt] = first.retries
  if (first.isDebt && retryAt === undefined) return null
  const day = formatTime(language, zone, retryAt ?? first.at, 'weekday')
  const amount = money(first.amount, currency)
  if (first.isDebt) return t.owed(amount, day)
  return next.length === 1 ? t.once(amount, day) : t.billed(amount, every(intervalValue ?? 1, intervalType), day)
}
