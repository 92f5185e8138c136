import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useHindranceText } from '../../../parts/payout-hindrance.tsx'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { Audit } from '../../common/audit/panel.tsx'
import { opAt } from '../acting.tsx'
import { common } from '../words.ts'
import { BillingDetails } from './billing-details.tsx'
import { useMerchantActions } from './merchant-actions.tsx'
import { PayoutTerms } from './payout-terms.tsx'
import { merchants } from './statuses.ts'

type Merchant = Reply<'getMerchant'>

const texts = {
  en: {
    list: 'Merchants',
    sentence: {
      active: 'It takes payments.',
      closing: 'It takes no new payments. What is left runs out; it is closed when nothing is left.',
      closed: 'It is closed, and nothing is left.',
    },
    own: 'Open the pages of the merchant',
    sites: 'Sites',
    noSites: 'It has no site yet.',
    left: 'What is left',
    orders: 'Orders that are not over',
    owed: 'Owed',
    disputed: 'Disputed',
    reserve: 'Reserve',
    leaving: 'On its way to the bank',
    noMoney: 'No money is left.',
    hindrance: 'What holds the payout up',
    legalName: 'Legal name',
    registration: 'Registration number',
    tax: 'VAT number',
  },
  ro: {
    list: 'Comercianți',
    sentence: {
      active: 'Primește plăți.',
      closing: 'Nu mai primește plăți noi. Ce a rămas se încheie; este închis când nu mai rămâne nimic.',
      closed: 'Este închis și nu a mai rămas nimic.',
    },
    own: 'Deschide paginile comerciantului',
    sites: 'Magazine',
    noSites: 'Încă nu are magazin.',
    left: 'Ce a rămas',
    orders: 'Comenzi neîncheiate',
    owed: 'Datorat',
    disputed: 'Contestat',
    reserve: 'Rezervă',
    leaving: 'În drum spre bancă',
    noMoney: 'Nu au rămas bani.',
    hindrance: 'Ce oprește viramentul',
    legalName: 'Denumire legală',
    registration: 'Număr de înregistrare',
    tax: 'Cod de TVA',
  },
} satisfies Texts<unknown>

export default function MerchantPage() {
  const t = useTexts(texts)
  const id = useThingId()
  const actions = useMerchantActions(id)
  return (
    <DetailPage<Merchant>
      detailKey={['merchant', id]}
      load={(signal) => bodyOf(api.GET('/merchants/{merchantId}', { params: { path: { merchantId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('merchants') }}
      id={id}
      heading={({ name, status }) => ({
        title: name,
        tab: name,
        badge: <merchants.Status status={status} />,
        sentence: (
          <>
            {t.sentence[status]} <Link to={at({ kind: 'merchant', id })}>{t.own}</Link>
          </>
        ),
      })}
      actions={actions}
      main={(merchant) => (
        <>
          <Left of={merchant} />
          <PayoutTerms merchant={merchant} />
          <BillingDetails merchant={merchant} />
          <Sites of={merchant} />
          <Audit of={merchant.audit} />
        </>
      )}
      side={(merchant) => <About of={merchant} />}
    />
  )
}

function Left({ of: { left } }: { of: Merchant }) {
  const hindranceText = useHindranceText()
  const t = useTexts(texts)
  const c = useTexts(common)
  if (!left) return null
  return (
    <Panel title={t.left}>
      <Facts of={[[t.orders, left.orders]]} />
      {left.money.length === 0 && <p className="soft">{t.noMoney}</p>}
      {left.money.map(({ currency, owed, disputed, reserve, leaving, hindrance }) => {
        const money = (amount: string) => <Money amount={amount} currency={currency} />
        return (
          <Facts
            key={currency}
            of={[
              [c.currency, currency],
              [t.owed, money(owed)],
              [t.disputed, money(disputed)],
              [t.reserve, money(reserve)],
              [t.leaving, money(leaving)],
              [t.hindrance, hindrance && hindranceText(hindrance, currency)],
            ]}
          />
        )
      })}
    </Panel>
  )
}

function Sites({ of: { sites } }: { of: Merchant }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={t.sites}>
      {sites.length === 0 && <p className="soft">{t.noSites}</p>}
      {sites.length > 0 && (
        <SmallTable
          title={t.sites}
          heads={[c.name, c.number, c.kind, c.status]}
          rows={sites.map(({ id, name, live, active }) => ({
            key: String(id),
            cells: [
              name,
              String(id),
              live ? c.live : c.test,
              <Badge key="status" tone={active ? 'good' : 'neutral'}>
                {active ? c.active : c.inactive}
              </Badge>,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function About({ of: merchant }: { of: Merchant }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.legalName, merchant.legalName],
          [t.registration, merchant.registrationNumber],
          [t.tax, merchant.taxNumber],
          [c.address, merchant.address],
          [c.country, merchant.country],
          [c.email, merchant.email],
          [c.created, <Time key="created" at={merchant.createdAt} />],
        ]}
      />
    </Panel>
  )
}
