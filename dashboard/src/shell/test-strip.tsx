import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, bodyOf, type Reply } from '../api/client.ts'
import { useLive } from '../api/live.ts'
import { type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import testIcon from '../icon-test.svg?url'
import { formatTime, useZone, useZoneName } from '../parts/time.tsx'
import { useMay, useMe } from '../session.tsx'
import { Link } from '../ui/link.tsx'
import { useTitleMark } from '../ui/title.ts'
import { at } from '../urls.ts'
import { useScope } from './scope.tsx'

type Card = Reply<'getTestCard'>['card'] & object

const texts: Texts<{ test: string; card: (card: Card) => string; clock: string; mark: string }> = {
  en: {
    test: 'Test mode: no real money moves.',
    card: ({ number, expiry, securityCode }) =>
      `Pay with card ${grouped(number)}, ${expiry ? `expiry ${expiry}` : 'any future date'}, code ${securityCode}.`,
    clock: 'Clock',
    mark: 'Test',
  },
  ro: {
    test: 'Mod de test: nu se mișcă bani reali.',
    card: ({ number, expiry, securityCode }) =>
      `Plătește cu cardul ${grouped(number)}, ${expiry ? `expiră ${expiry}` : 'orice dată viitoare'}, codul ${securityCode}.`,
    clock: 'Ceas',
    mark: 'Test',
  },
}

const grouped = (number: string): string => number.replaceAll(/\d{4}(?=\d)/g, '$&\u00a0')

/** On every page of staging, and of a merchant with test sites alone: what is here is not real, and what time it is here. */
export function TestStrip() {
  const { testMode } = useMe()
  const { sites } = useScope()
  return testMode || (sites.length > 0 && sites.every(({ live }) => !live)) ? <Strip /> : null
}

function Strip() {
  const t = useTexts(texts)
  const { testMode } = useMe()
  useTitleMark(t.mark)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    const before = icon?.href
    if (icon) icon.href = testIcon
    return () => {
      if (icon && before) icon.href = before
    }
  }, [])
  return (
    <div className="strip">
      {t.test} {testMode && <TestCard />} {testMode && <Clock />}
    </div>
  )
}

/** The card that works where the payments of the merchant's first site are sent. */
function TestCard() {
  const t = useTexts(texts)
  const may = useMay()
  const { sites } = useScope()
  const siteId = sites[0]?.id
  const { data } = useQuery({
    queryKey: ['test-card', siteId],
    queryFn: ({ signal }) => bodyOf(api.GET('/test-card', { params: { query: { siteId: siteId ?? '' } }, signal })),
    enabled: siteId !== undefined && may('sites:read'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.card ? <bdi>{t.card(data.card)}</bdi> : null
}

/** By the clock of the installation, which people move. */
function Clock() {
  const t = useTexts(texts)
  const me = useMe()
  const may = useMay()
  const { scope } = useScope()
  const { language } = useLanguage()
  const { zone } = useZone()
  const zoneName = useZoneName()
  const { asOf } = useLive()
  const text = `${t.clock}: ${formatTime(language, zone, asOf ?? me.now, 'minute')} (${zoneName})`
  if (!may('clock:read')) return <span>{text}</span>
  return <Link to={at(scope, scope.kind === 'platform' ? 'platform' : 'developers', 'clock')}>{text}</Link>
}
