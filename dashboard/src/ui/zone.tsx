import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useSearch } from './url-state.ts'

type Zone = { zone: string; next(): void }
const ZoneContext = createContext<Zone>({ zone: 'UTC', next: () => undefined })

/**
 * The zone in which all times of the page are shown: that of the merchant, one's own (`tz=mine`) or UTC (`tz=utc`). The
 * address says it, so that a colleague who opens a link sees the same times, and it stays while one goes from page to page.
 */
export function ZoneProvider({ preferred, children }: { preferred: string | undefined; children: ReactNode }) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [{ tz }, change] = useSearch()
  const [kept, keep] = useState(tz)
  const zones = useMemo(() => {
    const first = preferred ?? own
    return [
      { name: '', zone: first },
      ...(own === first ? [] : [{ name: 'mine', zone: own }]),
      ...(first === 'UTC' || own === 'UTC' ? [] : [{ name: 'utc', zone: 'UTC' }]),
    ]
  }, [preferred, own])
  const chosen = zones.find(({ name }) => name === (tz ?? kept ?? '')) ?? zones[0]
  useEffect(() => {
    if (tz !== undefined) keep(tz)
    else if (kept) change({ tz: kept }, 'replace')
  }, [tz, kept, change])
  const value = useMemo(() => {
    const next = () => {
      const after = zones[((chosen ? zones.indexOf(chosen) : -1) + 1) % zones.length]?.name ?? ''
      keep(after)
      change({ tz: after }, 'replace')
    }
    return { zone: chosen?.zone ?? 'UTC', next }
  }, [zones, chosen, change])
  return <ZoneContext value={value}>{children}</ZoneContext>
}

export const useZone = () => useContext(ZoneContext)

export function formatTime(
  language: string,
  zone: string,
  moment: string,
  how: 'short' | 'minute' | 'full' | 'day' | 'weekday',
): string {
  const date = new Date(moment)
  const options: Intl.DateTimeFormatOptions = { timeZone: zone, hourCycle: 'h23' }
  if (how === 'day') return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'medium' }).format(date)
  if (how === 'weekday') {
    const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
    return new Intl.DateTimeFormat(language, { ...options, ...day }).format(date)
  }
  if (how === 'minute')
    return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'full', timeStyle: 'short' }).format(date)
  const timeStyle = how === 'full' ? 'long' : 'medium'
  return new Intl.DateTimeFormat(language, { ...options, dateStyle: 'medium', timeStyle }).format(date)
}
