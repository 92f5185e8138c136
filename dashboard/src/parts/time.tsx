import { useLanguage } from '../i18n/language.tsx'
import { formatTime, useZone } from '../ui/zone.tsx'

export { formatTime, useZone, ZoneProvider } from '../ui/zone.tsx'

/** A moment in the zone of the page; its title names the zone, and the moment in UTC. */
export function Time({ at, how = 'short' }: { at: string; how?: 'short' | 'full' | 'day' | 'weekday' }) {
  const { language } = useLanguage()
  const { zone } = useZone()
  return (
    <time dateTime={at} title={`${formatTime(language, zone, at, 'full')} · ${at}`}>
      {formatTime(language, zone, at, how)}
    </time>
  )
}

/** The day of a moment in the zone of the page, where only text can stand. */
export function useDayText(): (at: string) => string {
  const { language } = useLanguage()
  const { zone } = useZone()
  return (at) => formatTime(language, zone, at, 'day')
}

/** A day of a calendar, such as `2026-11-22`: it is the same in every zone. */
export function Day({ on }: { on: string }) {
  const { language } = useLanguage()
  return <time dateTime={on}>{formatTime(language, 'UTC', on, 'day')}</time>
}

/** The words of a day (`2026-11-22`) or a month (`2026-11`) of a calendar, where only text can stand. */
export function useCalendarText(): (on: string) => string {
  const { language } = useLanguage()
  return (on) =>
    on.length === 7
      ? new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(on))
      : formatTime(language, 'UTC', on, 'day')
}

/** `Bucharest, UTC+2`, for heads of columns and of pages. */
export function useZoneName(): string {
  const { language } = useLanguage()
  const { zone } = useZone()
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC')
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return city === 'UTC' || !offset ? 'UTC' : `${city}, ${offset}`
}
