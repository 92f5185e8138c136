import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useTitle } from '../../../ui/title.ts'
import { withSearch } from '../../../urls.ts'
import { type Count, NeedsFigures, useNeedsAbout, type Watched } from '../../common/needs.tsx'
import { usePartner } from '../partner.ts'
import { Decisions } from './decisions.tsx'

const texts = {
  en: {
    title: 'What needs a person now',
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

/** A list of the partner, by where it is below the partner's pages. */
type Listed = Pick<Watched<Name>, 'name' | 'permission' | 'tone' | 'isOnlyCounted'> & {
  path: readonly string[]
  search?: Readonly<Record<string, string>>
  load(partnerId: string, signal: AbortSignal): Promise<Count>
}

const one = { size: 1 } as const

const listed: readonly Listed[] = [
  {
    name: 'kyc',
    permission: 'kyc:read',
    tone: 'wait',
    path: ['reviews', 'kyc'],
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'pending_review' } as const
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
      const query = { partnerId, status: 'parked', size: 1 } as const
      const { data, total, totalIsExact } = await bodyOf(api.GET('/events', { params: { query }, signal }))
      return { total, more: !totalIsExact, newest: data[0]?.createdAt }
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
    load: async (partnerId, signal) => {
      const query = { ...one, partnerId, status: 'requested' } as const
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
    isOnlyCounted: true,
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

/** What a person of the partner has to look at, each a link to its list, and what its cards were declined for. */
export default function Home() {
  const t = useTexts(texts)
  const { partnerId, name, to } = usePartner()
  useTitle(name ?? t.title)
  const watched = listed.map(({ path, search = {}, load, ...rest }) => ({
    ...rest,
    to: withSearch(to(...path), search),
    load: (signal: AbortSignal) => load(partnerId, signal),
  }))
  return (
    <>
      <div>
        <h1>{t.title}</h1>
        <p className="soft">{useNeedsAbout()}</p>
      </div>
      <NeedsFigures of={partnerId} watched={watched} names={t.names} />
      <Decisions />
    </>
  )
}
