import { filled } from '../../../i18n/filled.ts'
import { useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { formatTime, useZone } from '../../../parts/time.tsx'
import { cards } from '../statuses.ts'
import { reasonValues, reasonWords } from './reason-words.ts'
import { channels, type Verdict } from './words.ts'

const amounts: ReadonlySet<string> = new Set(['asked', 'most', 'spent', 'spendable', 'part'])
const moments: ReadonlySet<string> = new Set(['until', 'asOf'])

/** What a verdict has compared, in the language of the person; in English where only that was stored. */
export function useReason(): (verdict: Pick<Verdict, 'reason' | 'because'>) => string | undefined {
  const words = useTexts(reasonWords)
  const values = useTexts(reasonValues)
  const cardWords = useTexts(cards.texts)
  const channelWords = useTexts(channels)
  const { language } = useLanguage()
  const { zone } = useZone()
  const money = useMoney()
  return ({ reason, because }) => {
    if (!reason) return because
    const { code, details = {} } = reason
    const wordsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      ...values,
      channel: channelWords,
      ...(code === 'card_status' && { status: cardWords }),
    }
    return filled(words[code], (name) => {
      const value = details[name]
      if (value === undefined) return undefined
      if (amounts.has(name)) return money(value, details.currency ?? '')
      if (name === 'markup') return money(value, details.to ?? '')
      if (moments.has(name)) return formatTime(language, zone, value, 'short')
      return wordsOf[name]?.[value] ?? value
    })
  }
}
