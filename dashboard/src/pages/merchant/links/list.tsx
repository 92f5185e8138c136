import { api, bodyOf, type Entry, idIn } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { LinkStatus, linkStatuses } from '../../../parts/link-status.tsx'
import { createdFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Day } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'
import { linkActionTexts } from './actions.ts'
import { linkTexts, optionsOf } from './texts.ts'

const texts = {
  en: {
    about: 'A payment page that you make once and send to anybody.',
    find: 'Find',
    status: 'Status',
    used: 'Used',
    created: 'Created',
    empty: 'No payment links yet',
    emptyHint: 'Say what is sold and for how much; you get an address and a QR code. Nobody needs a shop for it.',
  },
  ro: {
    about: 'O pagină de plată pe care o faci o dată și o trimiți oricui.',
    find: 'Găsește',
    status: 'Stare',
    used: 'Folosit',
    created: 'Creat',
    empty: 'Încă nu sunt linkuri de plată',
    emptyHint: 'Spune ce se vinde și cu cât; primești o adresă și un cod QR. Nu e nevoie de un magazin online.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listLinks'>

export default function Links() {
  const t = useTexts(texts)
  const words = useTexts(linkTexts)
  const statuses = useTexts(linkStatuses)
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const verbs = useTexts(linkActionTexts)
  const reason = useReasonField()
  const gate = useGate()
  const columns: Column<Row>[] = [
    { name: 'content', title: words.content, inFile: ['title'], cell: ({ title }) => title, phone: 'first' },
    {
      name: 'amount',
      title: words.amount,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      isEnd: true,
    },
    { name: 'status', title: t.status, cell: ({ status }) => <LinkStatus status={status} /> },
    {
      name: 'used',
      title: t.used,
      inFile: ['paid', 'limit_access'],
      cell: ({ paid, limitAccess }) => words.used(paid, limitAccess),
      phone: 'second',
    },
    {
      name: 'expireDate',
      title: words.expireDate,
      cell: ({ expireDate }) => expireDate && <Day on={expireDate} />,
      phone: 'never',
    },
    useCreatedColumn<Row>(t.created, { phone: 'never' }),
  ]
  const { removed: _, ...listed } = statuses
  const filters: Filter[] = [
    ...siteFilter(words.site, sites),
    { name: 'text', label: t.find, kind: 'text' },
    { name: 'status', label: t.status, kind: 'choice', options: optionsOf(listed) },
    createdFilter(t.created),
  ]
  return (
    <ListPage<Row>
      title={words.links}
      about={t.about}
      listKey={['links', scope]}
      filters={filters}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/links', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'links', id)}
      actions={<NewLink />}
      export={exportOf('links', merchantId)}
      bulk={[
        {
          name: 'disable',
          label: verbs.disable,
          ...gate('links:change'),
          fields: [reason],
          effect: verbs.disableEffect,
          run: ({ id }, { reason: why = '' }, key) =>
            bodyOf(
              api.POST('/links/{linkId}/disable', {
                params: { path: { linkId: idIn(id) }, header: { 'Idempotency-Key': key } },
                body: { reason: why },
              }),
            ),
        },
      ]}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}

/** The way to the form, or why there is none. */
function NewLink() {
  const words = useTexts(linkTexts)
  const { scope } = useScope()
  const { whyNot } = useGate()('links:create')
  if (whyNot !== undefined) return <Button whyNot={whyNot}>{words.newLink}</Button>
  return (
    <Link to={at(scope, 'links', 'new')} className="button main">
      {words.newLink}
    </Link>
  )
}
