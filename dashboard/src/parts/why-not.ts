import type { Reply } from '../api/client.ts'
import { filled } from '../i18n/filled.ts'
import { type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { useMoney } from './money.tsx'
import { paymentWords } from './payment-status.tsx'
import { formatTime, useZone } from './time.tsx'
import { whyNotWords } from './why-not-words.ts'

type WhyNot = NonNullable<Reply<'getPayment'>['actions'][number]['reason']>

/** Between two words that stand in quotation marks. */
const or = { en: '” or “', ro: '” sau „' } satisfies Texts<string>

/** The sentence of a reason in the language of the person. */
export function useWhyNot(): (reason: WhyNot) => string {
  const words = useTexts(whyNotWords)
  const statuses: Readonly<Record<string, string>> = useTexts(paymentWords)
  const { language } = useLanguage()
  const { zone } = useZone()
  const money = useMoney()
  const status = (text: string) =>
    text
      .split(' or ')
      .map((one) => statuses[one] ?? one)
      .join(or[language])
  return ({ code, details }) =>
    filled(words[code], (name) => {
      const value = details[name]
      if (value === undefined) return undefined
      if (name === 'status' || name === 'needed') return status(value)
      if (name === 'until') return formatTime(language, zone, value, 'short')
      return money(value, details.currency ?? '')
    })
}
