import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { withSearch } from '../../../urls.ts'
import { type Count, NeedsFigures, useNeedsAbout, type Watched } from '../../common/needs.tsx'
import { opAt } from '../acting.tsx'

const texts = {
  en: {
    title: 'What needs a person',
    names: {
      uncertain: 'Payments with an unknown outcome',
      approvals: 'Approvals to decide',
      kyc: 'KYC cases to review',
      hits: 'Possible sanctions matches',
      deposits: 'Deposits to decide about',
      breaks: 'Breaks with acquirers',
      failed: 'Payouts that the bank refused',
      returned: 'Payouts that came back',
      events: 'Dispute events without a payment',
    },
  },
  ro: {
    title: 'Ce are nevoie de o persoană',
    names: {
      uncertain: 'Plăți cu rezultat necunoscut',
      approvals: 'Aprobări de decis',
      kyc: 'Cazuri KYC de verificat',
      hits: 'Potriviri posibile cu liste de sancțiuni',
      deposits: 'Depuneri de decis',
      breaks: 'Diferențe față de băncile acceptatoare',
      failed: 'Viramente refuzate de bancă',
      returned: 'Viramente întoarse',
      events: 'Evenimente de contestație fără plată',
    },
  },
} satisfies Texts<unknown>

type Name = keyof (typeof texts)['en']['names']

const one = { size: 1 } as const
const counted = async (call: Promise<{ data?: { total: number } }>): Promise<Count> => ({
  total: (await bodyOf(call)).total,
})

const watched: readonly Watched<Name>[] = [
  {
    name: 'uncertain',
    permission: 'transactions:read',
    tone: 'unsure',
    to: opAt('reviews', 'uncertain'),
    load: async (signal) => {
      const { total, data } = await bodyOf(api.GET('/payments/unresolved', { params: { query: one }, signal }))
      return { total, since: data[0]?.pending?.since }
    },
  },
  {
    name: 'approvals',
    permission: 'approvals:read',
    tone: 'wait',
    to: opAt('reviews', 'approvals'),
    load: async (signal) => {
      const query = { ...one, status: 'requested' } as const
      const { total, data } = await bodyOf(api.GET('/approvals', { params: { query }, signal }))
      return { total, since: data[0]?.requestedAt }
    },
  },
  {
    name: 'kyc',
    permission: 'kyc:read',
    tone: 'wait',
    to: opAt('reviews', 'kyc'),
    load: async (signal) => {
      const query = { ...one, status: 'pending_review' } as const
      const { total, data } = await bodyOf(api.GET('/kyc/cases', { params: { query }, signal }))
      return { total, since: data[0]?.submittedAt }
    },
  },
  {
    name: 'hits',
    permission: 'screening:review',
    tone: 'wait',
    to: opAt('reviews', 'screening'),
    load: async (signal) => {
      const query = { ...one, status: 'open' } as const
      const { total, data } = await bodyOf(api.GET('/screening/hits', { params: { query }, signal }))
      return { total, since: data[0]?.createdAt }
    },
  },
  {
    name: 'deposits',
    permission: 'topups:review',
    tone: 'wait',
    to: opAt('reviews', 'deposits'),
    load: (signal) => counted(api.GET('/deposits', { params: { query: { ...one, status: 'parked' } }, signal })),
  },
  {
    name: 'breaks',
    permission: 'settlements:read',
    tone: 'bad',
    to: opAt('money', 'breaks'),
    load: (signal) => counted(api.GET('/acquirer-breaks', { params: { query: { ...one, status: 'open' } }, signal })),
  },
  ...(['failed', 'returned'] as const).map(
    (status): Watched<Name> => ({
      name: status,
      permission: 'settlements:read',
      tone: 'bad',
      to: withSearch(opAt('money', 'payouts'), { status }),
      load: (signal) => counted(api.GET('/merchant-payouts', { params: { query: { ...one, status } }, signal })),
    }),
  ),
  {
    name: 'events',
    permission: 'disputes:read',
    tone: 'wait',
    to: opAt('disputes', 'events'),
    load: (signal) => counted(api.GET('/dispute-events', { params: { query: one }, signal })),
  },
]

/** What a person of the operator has to look at, each a link to its list. */
export function Needs() {
  const t = useTexts(texts)
  return (
    <section aria-label={t.title} className="stack">
      <div>
        <h2>{t.title}</h2>
        <p className="soft">{useNeedsAbout()}</p>
      </div>
      <NeedsFigures of="platform" watched={watched} names={t.names} />
    </section>
  )
}
