import { useLive } from '../api/live.ts'
import { type Texts, useLanguage, useTexts } from '../i18n/language.tsx'

const texts: Texts<{ asOf: (time: string) => string; unreachable: string; whyNot: string }> = {
  en: {
    asOf: (time) => `As of ${time}. The server cannot be reached; nothing can be changed until it is back.`,
    unreachable: 'The server cannot be reached; nothing can be changed until it is back.',
    whyNot: 'The server cannot be reached.',
  },
  ro: {
    asOf: (time) => `La ora ${time}. Serverul nu răspunde; nu se poate schimba nimic până revine.`,
    unreachable: 'Serverul nu răspunde; nu se poate schimba nimic până revine.',
    whyNot: 'Serverul nu răspunde.',
  },
}

/** Above every page while nothing reaches the server: how old what is shown may be. */
export function OfflineStrip() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { isOffline, asOf } = useLive()
  if (!isOffline) return null
  const how: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }
  const time = asOf && new Intl.DateTimeFormat(language, how).format(new Date(asOf))
  return (
    <div className="strip" role="status">
      {time ? t.asOf(time) : t.unreachable}
    </div>
  )
}

/** Why nothing can be changed now; undefined while it can. */
export function useOffline(): string | undefined {
  const t = useTexts(texts)
  return useLive().isOffline ? t.whyNot : undefined
}
