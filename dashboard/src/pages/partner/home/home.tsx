import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { useTitle } from '../../../ui/title.ts'
import { withSearch } from '../../../urls.ts'
import { usePartner } from '../partner.ts'
import { Decisions } from './decisions.tsx'

const texts = {
  en: {
    title: 'What needs a person now',
    about: 'Counted from the lists themselves, every half minute.',
    clear: 'Nothing waits',
    waits: 'Waits',
    oldest: 'the oldest since',
    newest: 'the newest at',
    failed: 'This could not be counted.',
    names: {
      kyc: 'KYC cases to review',
      parked: 'Parked webhook events',
      deposits: 'Deposits to review',
      approvals: 'Approvals to decide',
      challenges: '3-D Secure challenges under way',
      disputes: 'Card disputes with the operator',
      declined: 'Declined card transactions',
    },
  },
  ro: {
    title: 'Ce are nevoie acum de o persoană',
    about: 'Numărate din listele însele, la fiecare jumătate de minut.',
    clear: 'Nimic nu așteaptă',
    waits: 'Așteaptă',
    oldest: 'cel mai vechi din',
    newest: 'ultima la',
    failed: 'Nu s-a putut număra.',
    names: {
      kyc: 'Cazuri KYC de verificat',
      parked: 'Evenimente webhook oprite',
      deposits: 'Depuneri de verificat',
      approvals: 'Aprobări de decis',
      challenges: 'Confirmări 3-D Secure în curs',
      disputes: 'Contestații la operator',
      declined: 'Tranzacții cu cardul respinse',
    },
  },
} satisfies Texts<unknown>

type Name = keyof (typeof texts)['en']['names']
/** How many there are; `more`: at least so many. */
type Count = { total: number; more?: boolean; since?: string | undefined; newest?: string | undefined }
type Watched = {
  name: Name
  permission: string
  tone: Tone
  path: readonly string[]
  search?: Readonly<Record<string, string>>
  load(partnerId: string, signal: AbortSignal): Promise<Count>
}

const one = { size: 1 } as const

const watched: readonly Watched[] = [
  {
    name: 'kyc',
    permission: 'kyc:read',
    tone: 'wait',
    path: ['reviews', 'kyc'],
    load: async (_, signal) => {
      const query = { ...one, status: 'pending_review' } as const
      const { total, data } = await bodyOf(api.GET('/kyc/cases', { params: { query }, signal }))
      return { total, since: data[0]?.submittedAt }
    },
  },
  {
    name: 'parked',
    permission: 'webhooks:read',
    tone: 'bad',
    path: ['webhooks', 'events'],
    search: { status: 'parked' },
    load: async (partnerId, signal) => {
      const params = { path: { partnerId }, query: { status: 'parked', size: 100 } as const }
      const { data, hasMore } = await bodyOf(api.GET('/partners/{partnerId}/events', { params, signal }))
      return { total: data.length, more: hasMore, newest: data[0]?.createdAt }
    },
  },
  {
    name: 'deposits',
    permission: 'topups:review',
    tone: 'wait',
    path: ['reviews', 'deposits'],
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'parked' } as const
      const { total } = await bodyOf(api.GET('/deposits', { params: { query }, signal }))
      return { total }
    },
  },
  {
    name: 'approvals',
    permission: 'approvals:read',
    tone: 'wait',
    path: ['reviews', 'approvals'],
    load: async (_, signal) => {
      const query = { ...one, status: 'requested' } as const
      const { total, data } = await bodyOf(api.GET('/approvals', { params: { query }, signal }))
      return { total, since: data[0]?.requestedAt }
    },
  },
  {
    name: 'disputes',
    permission: 'disputes:read',
    tone: 'wait',
    path: ['transactions', 'disputes'],
    search: { status: 'submitted' },
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'submitted' } as const
      const { total } = await bodyOf(api.GET('/card-disputes', { params: { query }, signal }))
      return { total }
    },
  },
  {
    name: 'challenges',
    permission: 'challenges:read',
    tone: 'info',
    path: ['transactions', 'challenges'],
    search: { status: 'initiated' },
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'initiated' } as const
      const { total, data } = await bodyOf(api.GET('/challenges', { params: { query }, signal }))
      return { total, newest: data[0]?.createdAt }
    },
  },
  {
    name: 'declined',
    permission: 'transactions:read',
    tone: 'info',
    path: ['transactions', 'card'],
    search: { status: 'declined' },
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'declined' } as const
      const { total, data } = await bodyOf(api.GET('/card-transactions', { params: { query }, signal }))
      return { total, newest: data[0]?.createdAt }
    },
  },
]

/** What a person has to look at, each a link to its list. */
export default function Home() {
  const t = useTexts(texts)
  const may = useMay()
  const { name } = usePartner()
  useTitle(name ?? t.title)
  return (
    <>
      <div>
        <h1>{t.title}</h1>
        <p className="soft">{t.about}</p>
      </div>
      <ul className="plain figures">
        {watched
          .filter(({ permission }) => may(permission))
          .map((spec) => (
            <Figure key={spec.name} spec={spec} />
          ))}
      </ul>
      <Decisions />
    </>
  )
}

function Figure({ spec: { name, tone, path, search = {}, load } }: { spec: Watched }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { partnerId, to } = usePartner()
  const { data, error } = useQuery({
    queryKey: ['needs', partnerId, name],
    queryFn: ({ signal }) => load(partnerId, signal),
  })
  return (
    <li className="panel">
      <Link to={withSearch(to(...path), search)}>{t.names[name]}</Link>
      <span className="figure" aria-busy={!data}>
        {data ? `${new Intl.NumberFormat(language).format(data.total)}${data.more ? '+' : ''}` : '…'}
      </span>
      {error && !data ? <span className="soft">{t.failed}</span> : data && <Since of={data} tone={tone} name={name} />}
    </li>
  )
}

function Since({ of: { total, since, newest }, tone, name }: { of: Count; tone: Tone; name: Name }) {
  const t = useTexts(texts)
  const moment = since ?? newest
  return (
    <span>
      {name !== 'declined' && <Badge tone={total === 0 ? 'good' : tone}>{total === 0 ? t.clear : t.waits}</Badge>}{' '}
      {moment && (
        <span className="meta">
          {since ? t.oldest : t.newest} <Time at={moment} />
        </span>
      )}
    </span>
  )
}
