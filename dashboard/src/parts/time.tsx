import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'

type Zone = { zone: string; next(): void }
const ZoneContext = createContext<Zone>({ zone: 'UTC', next: () => undefined })

/** The zone in which all times of the page are shown: that of the merchant, then one's own, then UTC. */
export function ZoneProvider({ preferred, children }: { preferred: string | undefined; children: ReactNode }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = useMemo(() => [...new Set([preferred ?? own, own, 'UTC'])], [preferred, own])
  const [turn, setTurn] = useState(0)
  const value = useMemo(
    () => ({ zone: zones[turn % zones.length] ?? 'UTC', next: () => setTurn((before) => before + 1) }),
    [zones, turn],
  )
  return <ZoneContext value={value}>{children}</ZoneContext>
}

export const useZone = () => useContext(ZoneContext)

export function formatTime(
  language: string,
  zone: string,
  moment: string,
  how: 'short' | 'minute' | 'full' | 'day',
): string {
  const date = new Date(moment)
  const options: Intl.DateTimeFormatOptions = { timeZone: zone, hourCycle: 'h23' }
  if (how === 'day') return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'medium' }).format(date)
  if (how === 'minute')
    return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'full', timeStyle: 'short' }).format(date)
  const timeStyle = how === 'full' ? 'long' : 'medium'
  return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'medium', timeStyle }).format(date)
}

/** A moment in the zone of the page; its title names the zone, and the moment in UTC. */
export function Time({ at, how = 'short' }: { at: string; how?: 'short' | 'full' | 'day' }) {
  const { language } = useLanguage()
  const { zone } = useZone()
  return (
    <time dateTime={at} title={`${formatTime(language, zone, at, 'full')} · ${at}`}>
      {formatTime(language, zone, at, how)}
    </time>
  )
}

/** A day of a calendar, such as `2026-11-22`: it is the same in every zone. */
export function Day({ on }: { on: string }) {
  const { language } = useLanguage()
  return <time dateTime={on}>{formatTime(language, 'UTC', on, 'day')}</time>
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
