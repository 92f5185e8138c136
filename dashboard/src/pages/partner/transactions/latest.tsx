import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { usePartner } from '../partner.ts'
import { spends } from '../statuses.ts'
import { common } from '../words.ts'
import { rules } from './words.ts'

const texts = {
  en: { title: 'Latest card transactions', none: 'No card was used yet.', when: 'When', why: 'Declined by' },
  ro: { title: 'Ultimele tranzacții', none: 'Încă nu s-a folosit niciun card.', when: 'Când', why: 'Respinsă de' },
} satisfies Texts<unknown>

/** The newest transactions of a customer or of a card. */
export function Latest({ of }: { of: Readonly<{ customerId?: string; cardId?: string }> }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const names = useTexts(rules)
  const may = useMay()
  const { to, partnerId } = usePartner()
  const { data, error } = useQuery({
    queryKey: ['card-transactions', partnerId, 'latest', of],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/card-transactions', { params: { query: { partnerId, ...of, size: 5 } }, signal })),
    enabled: may('transactions:read'),
  })
  if (error && !data) return <ErrorPanel error={error} />
  if (!data) return null
  return (
    <Panel title={t.title} actions={<Link to={withSearch(to('transactions', 'card'), of)}>{c.all}</Link>}>
      {data.total === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <SmallTable
          title={t.title}
          heads={[c.amount, c.status, t.why, c.merchant, t.when]}
          rows={data.data.map(({ id, amount, currency, status, declineReason, merchant, createdAt }) => ({
            key: id,
            cells: [
              <Link key="amount" to={to('transactions', 'card', id)}>
                <Money amount={amount} currency={currency} />
              </Link>,
              <spends.Status key="status" status={status} />,
              declineReason && names[declineReason][0],
              merchant.name,
              <Time key="when" at={createdAt} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
