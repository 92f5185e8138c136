import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, useMomentColumn } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { useReviews } from '../acting.tsx'
import { common } from '../words.ts'
import { parkWords } from './park-words.ts'
import { usePartnerColumn, usePartnerFilter } from './partner-parts.tsx'
import { coinsOf, deposits } from './statuses.ts'

const texts = {
  en: {
    title: 'Deposits',
    about: 'Coins that have arrived and could not be credited by rule; the oldest first.',
    waits: 'Waits for a person',
    coins: 'Coins',
    seen: 'Seen',
    empty: 'No deposit waits for a decision',
    hint: 'Coins of another kind, too late, too few or from a sanctioned sender come here instead of to the customer.',
  },
  ro: {
    title: 'Depuneri',
    about: 'Monede care au sosit și pe care nicio regulă nu le-a creditat; cele mai vechi întâi.',
    waits: 'Așteaptă o persoană',
    coins: 'Monede',
    seen: 'Văzută',
    empty: 'Nicio depunere nu așteaptă o decizie',
    hint: 'Monedele de alt fel, prea târzii, prea puține sau de la un expeditor sancționat vin aici, nu la client.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listDeposits'>

export default function Deposits() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(deposits.texts)
  const parked = useTexts(parkWords)
  const columns: Column<Row>[] = [
    { name: 'coins', title: t.coins, inFile: ['crypto_amount', 'crypto_currency'], cell: coinsOf },
    { name: 'status', title: c.status, cell: ({ status }) => <deposits.Status status={status} /> },
    { name: 'reason', title: c.reason, cell: ({ reason }) => reason && (parked[reason] ?? reason), phone: 'second' },
    ...usePartnerColumn<Row>(),
    useMomentColumn<Row>(t.seen, ({ seenAt }) => seenAt, { name: 'seen' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['deposits']}
      filters={[
        {
          name: 'status',
          label: c.status,
          kind: 'choice',
          usual: 'person',
          options: [{ value: 'person', label: t.waits }, ...optionsOf(statuses)],
        },
        ...usePartnerFilter(),
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(t.seen),
      ]}
      columns={columns}
      usualSort="created"
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/deposits', { params: { query: { ...search, ...page } }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/deposits', search)}` }}
      to={({ id }) => reviews('deposits', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
