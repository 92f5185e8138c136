import { useState } from 'react'
import { api, apiRoot, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { Time, useZone } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { withSearch } from '../../../urls.ts'
import { ApiReply } from '../../common/api-reply.tsx'
import { accountStates } from '../customers/parts.tsx'
import { useId, usePartner } from '../partner.ts'
import { Latest } from '../transactions/latest.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    accounts: 'Accounts',
    balance: 'Balance',
    held: 'Held for card payments',
    available: 'Left to spend',
    closed: 'Closed',
    statement: 'Statement',
    about: 'What was booked, with the balance before and after. At most 366 days.',
    month: 'Month',
    zone: 'Days of the time zone',
    pdf: 'Download PDF',
    csv: 'Download CSV',
  },
  ro: {
    accounts: 'Conturi',
    balance: 'Sold',
    held: 'Blocat pentru plăți cu cardul',
    available: 'Rămas de cheltuit',
    closed: 'Închis',
    statement: 'Extras de cont',
    about: 'Ce s-a înregistrat, cu soldul dinainte și de după. Cel mult 366 de zile.',
    month: 'Luna',
    zone: 'Zilele fusului orar',
    pdf: 'Descarcă PDF',
    csv: 'Descarcă CSV',
  },
} satisfies Texts<unknown>

type Account = Reply<'getAccount'>

export default function AccountPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const money = useMoney()
  const id = useId()
  const { to } = usePartner()
  return (
    <DetailPage<Account>
      detailKey={['account', id]}
      load={(signal) => bodyOf(api.GET('/accounts/{accountId}', { params: { path: { accountId: id } }, signal }))}
      parent={{ title: t.accounts, to: to('accounts') }}
      id={id}
      heading={({ balance, currency, status }) => ({
        title: <Money amount={balance} currency={currency} />,
        tab: `${c.account} · ${money(balance, currency)}`,
        badge: <accountStates.Status status={status} />,
      })}
      main={(account) => (
        <>
          <Statement account={account} />
          <Latest of={{ customerId: account.customerId }} />
          <ApiReply
            queryKey={['account', id]}
            load={(signal) =>
              bodyOf(api.GET('/accounts/{accountId}/api-reply', { params: { path: { accountId: id } }, signal }))
            }
          />
        </>
      )}
      side={({ balance, held, available, currency, customerId, createdAt, closedAt }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [t.balance, <Money key="balance" amount={balance} currency={currency} />],
              [t.held, <Money key="held" amount={held} currency={currency} />],
              [t.available, <Money key="available" amount={available} currency={currency} />],
              [
                c.customer,
                <Link key="c" to={to('customers', customerId)}>
                  {customerId}
                </Link>,
              ],
              [c.created, <Time key="created" at={createdAt} />],
              [t.closed, closedAt && <Time at={closedAt} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}

/** The months of an account, the newest first: as texts, without a calendar of the browser. */
function monthsOf(since: string, now: string): string[] {
  const [firstYear = 0, firstMonth = 1] = since.slice(0, 7).split('-').map(Number)
  const [year = 0, month = 1] = now.slice(0, 7).split('-').map(Number)
  const count = Math.min(Math.max(1, (year - firstYear) * 12 + month - firstMonth + 1), monthsMax)
  return Array.from({ length: count }, (_, back) => {
    const index = year * 12 + (month - 1) - back
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}
const monthsMax = 24

function Statement({ account: { id, createdAt } }: { account: Account }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { zone } = useZone()
  const { now } = useMe()
  const today = now.slice(0, 10)
  const months = monthsOf(createdAt, today)
  const [month = today.slice(0, 7), setMonth] = useState(months[0])
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
  const to = lastDay > today ? today : lastDay
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const href = (format: string) =>
    `${apiRoot}${withSearch(`/accounts/${encodeURIComponent(id)}/statement`, { from: `${month}-01`, to, timeZone: zone, format })}`
  return (
    <Panel title={t.statement}>
      <p className="soft">{t.about}</p>
      <Field
        name="month"
        label={t.month}
        kind="choice"
        options={months.map((value) => ({ value, label: named.format(new Date(`${value}-01T00:00:00Z`)) }))}
        value={month}
        onChange={setMonth}
        hint={`${t.zone} ${zone}.`}
      />
      <div className="actions">
        <a className="button" href={href('pdf')} download>
          {t.pdf}
        </a>
        <a className="button" href={href('csv')} download>
          {t.csv}
        </a>
      </div>
    </Panel>
  )
}
