import { useLanguage } from '../i18n/language.tsx'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** How long ago something was, at a moment that the server names: `5 min`, `3 hr`. The clock of the browser has no part in it. */
export function useAge(): (since: string, now: string) => string {
  const { language } = useLanguage()
  return (since, now) => {
    const ms = Math.max(0, Date.parse(now) - Date.parse(since))
    const [unit, size] = units.find(([, least]) => ms >= least) ?? units[3]
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(ms / size))
  }
}
