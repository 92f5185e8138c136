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
import { useMerchantId } from '../sites.ts'
import { texts } from './texts.ts'

type Waiting = { total: number; first?: string | undefined }
type Source = {
  name: 'disputes' | 'uncertain' | 'parked' | 'approvals'
  permission: string
  to: string
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
        {waiting.map(({ name, to, total, first }) => (
          <li key={name}>
            <Link to={to}>{plural(language, total, t[name])}</Link>
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
  const { scope } = useScope()
  const merchantId = useMerchantId()
  const first = { size: 1, merchantId } as const
  /** Of one alone it says since when. */
  const waiting = ({ total, data: [one] }: { total: number; data: { createdAt: string }[] }): Waiting => ({
    total,
    first: total === 1 ? one?.createdAt : undefined,
  })
  return [
    {
      name: 'disputes',
      permission: 'disputes:read',
      to: withSearch(at(scope, 'disputes'), { status: 'needsResponse' }),
      ask: async () => {
        const query = { size: 100, merchantId, status: 'needsResponse' } as const
        const { total, data } = await bodyOf(api.GET('/disputes', { params: { query } }))
        return { total, first: data.flatMap(({ respondBy }) => respondBy ?? []).toSorted()[0] }
      },
    },
    {
      name: 'uncertain',
      permission: 'transactions:read',
      to: withSearch(at(scope, 'payments'), { status: 'uncertain' }),
      ask: async () =>
        waiting(await bodyOf(api.GET('/payments', { params: { query: { ...first, status: 'uncertain' } } }))),
    },
    {
      name: 'parked',
      permission: 'notifications:read',
      to: withSearch(at(scope, 'notifications'), { status: 'parked' }),
      ask: async () =>
        waiting(await bodyOf(api.GET('/notifications', { params: { query: { ...first, status: 'parked' } } }))),
    },
    {
      name: 'approvals',
      permission: 'approvals:read',
      to: withSearch(at(scope, 'reviews', 'approvals'), { status: 'requested' }),
      ask: async () => {
        const query = { ...first, status: 'requested' } as const
        const { total, data } = await bodyOf(api.GET('/approvals', { params: { query } }))
        return { total, first: data[0]?.requestedAt }
      },
    },
  ]
}
