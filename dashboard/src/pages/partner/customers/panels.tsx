import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { usePartner } from '../partner.ts'
import { cards, kycCases } from '../statuses.ts'
import { common } from '../words.ts'
import { KycSteps } from './kyc-steps.tsx'
import { accountStates } from './parts.tsx'

const texts = {
  en: {
    accounts: 'Accounts',
    noAccounts: 'The customer has no account yet. One is opened in the app, once the KYC is approved.',
    balance: 'Balance',
    available: 'Available',
    left: 'left to spend',
    cards: 'Cards',
    noCards: 'The customer has no card yet.',
    kyc: 'KYC',
    noKyc: 'The customer has not begun to say who they are.',
    case: 'Case',
    since: 'Handed in',
    decided: 'Decided',
  },
  ro: {
    accounts: 'Conturi',
    noAccounts: 'Clientul nu are încă un cont. Îl deschide în aplicație, după ce KYC-ul este aprobat.',
    balance: 'Sold',
    available: 'Disponibil',
    left: 'de cheltuit',
    cards: 'Carduri',
    noCards: 'Clientul nu are încă un card.',
    kyc: 'KYC',
    noKyc: 'Clientul nu a început să spună cine este.',
    case: 'Cazul',
    since: 'Trimis',
    decided: 'Decis',
  },
} satisfies Texts<unknown>

type Rows = readonly { key: string; cells: readonly ReactNode[] }[]
type Listed = {
  title: string
  heads: readonly (string | { end: string })[]
  empty: string
  permission: string
  name: string
  customerId: string
  load(signal: AbortSignal): Promise<Rows>
  /** Below the rows, if there are any. */
  below?(rows: Rows): ReactNode
}

/** A short list of what a customer has; a panel that fails takes nothing else with it. */
function ListPanel({ title, heads, empty, permission, name, customerId, load, below }: Listed) {
  const may = useMay()
  const { data, error, refetch } = useQuery({
    queryKey: ['customer', customerId, name],
    queryFn: ({ signal }) => load(signal),
    enabled: may(permission),
  })
  if (!may(permission)) return null
  return (
    <Panel title={title}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={2} />
      ) : data.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <>
          <SmallTable title={title} heads={heads} rows={data} />
          {below?.(data)}
        </>
      )}
    </Panel>
  )
}

type KycStatus = Entry<'listKycCases'>['status']

/** A list of cases is one of a status: the customer's are in any of them. */
export function KycPanel({ customerId }: { customerId: string }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { to } = usePartner()
  return (
    <ListPanel
      title={t.kyc}
      heads={[t.case, c.status, t.since, t.decided]}
      empty={t.noKyc}
      permission="kyc:read"
      name="kyc"
      below={([newest]) => newest && <KycSteps caseId={newest.key} />}
      customerId={customerId}
      load={async (signal) => {
        const lists = await Promise.all(
          (Object.keys(kycCases.texts.en) as KycStatus[]).map((status) =>
            bodyOf(api.GET('/kyc/cases', { params: { query: { customerId, status, size: 20 } }, signal })),
          ),
        )
        const data = lists.flatMap((list) => list.data).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        return data.map(({ id, status, submittedAt, decidedAt }) => ({
          key: id,
          cells: [
            <Link key="case" to={to('reviews', 'kyc', id)}>{`${t.case} ${id}`}</Link>,
            <kycCases.Status key="status" status={status} />,
            submittedAt && <Time at={submittedAt} />,
            decidedAt && <Time at={decidedAt} />,
          ],
        }))
      }}
    />
  )
}

export function AccountsPanel({ customerId }: { customerId: string }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { to } = usePartner()
  return (
    <ListPanel
      title={t.accounts}
      heads={[c.account, c.status, { end: t.balance }, { end: t.available }]}
      empty={t.noAccounts}
      permission="accounts:read"
      name="accounts"
      customerId={customerId}
      load={async (signal) => {
        const { data } = await bodyOf(
          api.GET('/customers/{customerId}/accounts', {
            params: { path: { customerId }, query: { size: 100 } },
            signal,
          }),
        )
        return data.map(({ id, currency, status, balance, available }) => ({
          key: id,
          cells: [
            <Link key="account" to={to('accounts', id)}>
              {currency}
            </Link>,
            <accountStates.Status key="status" status={status} />,
            <Money key="balance" amount={balance} currency={currency} />,
            <span key="available">
              <Money amount={available} currency={currency} /> <span className="soft">{t.left}</span>
            </span>,
          ],
        }))
      }}
    />
  )
}

export function CardsPanel({ customerId }: { customerId: string }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { to, partnerId } = usePartner()
  return (
    <ListPanel
      title={t.cards}
      heads={[c.card, c.status, c.currency, c.created]}
      empty={t.noCards}
      permission="cards:read"
      name="cards"
      customerId={customerId}
      load={async (signal) => {
        const query = { partnerId, customerId, size: 100, sort: 'created' } as const
        const { data } = await bodyOf(api.GET('/cards', { params: { query }, signal }))
        return data.map(({ id, last4, status, currency, createdAt }) => ({
          key: id,
          cells: [
            <Link key="card" to={to('cards', id)}>
              ···· {last4}
            </Link>,
            <cards.Status key="status" status={status} />,
            currency,
            <Time key="created" at={createdAt} />,
          ],
        }))
      }}
    />
  )
}
