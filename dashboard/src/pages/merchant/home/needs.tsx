import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../../api/client.ts'
import { plural, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { at, withSearch } from '../../../urls.ts'
import { texts } from './texts.ts'

type Waiting = { total: number; siteId?: string; first?: string | undefined }
type Source = {
  name: 'disputes' | 'uncertain' | 'parked' | 'approvals'
  permission: string
  to: (siteId: string) => string
  ask: () => Promise<Waiting>
}

/** How many of each thing wait for a person, of all sites; each leads to its list. */
export function Needs() {
  const t = useTexts(texts)
  const { scope, sites } = useScope()
  const { language } = useLanguage()
  const may = useMay()
  const sources = useSources().filter(({ permission }) => may(permission))
  const { data, error, refetch } = useQuery({
    queryKey: ['needs', scope],
    queryFn: () => Promise.all(sources.map(({ ask }) => ask())),
    enabled: sites.length > 0,
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const waiting = sources.flatMap((source, index) => {
    const found = data[index]
    return found && found.total > 0 ? [{ ...source, ...found }] : []
  })
  const sum = waiting.reduce((total, one) => total + one.total, 0)
  return (
    <Panel title={sum === 0 ? t.needs : `${t.needs} ${new Intl.NumberFormat(language).format(sum)}`}>
      {waiting.length === 0 && <p className="soft">{t.nothing}</p>}
      <ul className="plain needs">
        {waiting.map(({ name, to, total, siteId = '', first }) => (
          <li key={name}>
            <Link to={to(siteId)}>{plural(language, total, t[name])}</Link>
            {first && <First name={name} moment={first} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function First({ name, moment }: { name: Source['name']; moment: string }): ReactNode {
  const t = useTexts(texts)
  return (
    <span className="soft">
      {` · ${name === 'disputes' ? t.by : t.since} `}
      <Time at={moment} />
    </span>
  )
}

function useSources(): Source[] {
  const { scope, sites } = useScope()
  /** Lists of one site each, and the site that has most. */
  const ofSites = async (ask: (siteId: string) => Promise<{ total: number; data: { createdAt: string }[] }>) => {
    const found = await Promise.all(
      sites.map(async ({ id: siteId }) => {
        const { total, data } = await ask(siteId)
        return { total, siteId, first: data[0]?.createdAt }
      }),
    )
    const [most] = found.toSorted((one, other) => other.total - one.total)
    const total = found.reduce((sum, one) => sum + one.total, 0)
    return { ...most, total, first: total === 1 ? most?.first : undefined }
  }
  const first = { size: 1 } as const
  return [
    {
      name: 'disputes',
      permission: 'disputes:read',
      to: () => withSearch(at(scope, 'disputes'), { status: 'needsResponse' }),
      ask: async () => {
        const query = { size: 100, status: 'needsResponse' } as const
        const { total, data } = await bodyOf(api.GET('/disputes', { params: { query } }))
        return { total, first: data.flatMap(({ respondBy }) => respondBy ?? []).toSorted()[0] }
      },
    },
    {
      name: 'uncertain',
      permission: 'transactions:read',
      to: (siteId) => withSearch(at(scope, 'payments'), { siteId, status: 'uncertain' }),
      ask: () =>
        ofSites((siteId) =>
          bodyOf(api.GET('/payments', { params: { query: { ...first, siteId, status: 'uncertain' } } })),
        ),
    },
    {
      name: 'parked',
      permission: 'notifications:read',
      to: (siteId) => withSearch(at(scope, 'notifications'), { siteId, status: 'parked' }),
      ask: () =>
        ofSites((siteId) =>
          bodyOf(api.GET('/notifications', { params: { query: { ...first, siteId, status: 'parked' } } })),
        ),
    },
    {
      name: 'approvals',
      permission: 'approvals:read',
      to: () => withSearch(at(scope, 'reviews', 'approvals'), { status: 'requested' }),
      ask: async () => {
        const query = { ...first, status: 'requested' } as const
        const { total, data } = await bodyOf(api.GET('/approvals', { params: { query } }))
        return { total, first: data[0]?.requestedAt }
      },
    },
  ]
}
