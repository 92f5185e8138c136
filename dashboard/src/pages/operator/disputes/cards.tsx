import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { namedOptions, PartnerName, useNamed } from '../names.tsx'
import { common } from '../words.ts'
import { cardDisputes, disputeReasons } from './statuses.ts'

const texts = {
  en: {
    title: 'Disputes of our cards',
    about: 'Holders of cards that we issue dispute what they were charged.',
    add: 'Open a dispute',
    effect: 'For the holder, who gets the money back for now. It still has to be raised with the network.',
    transaction: 'Card transaction',
    because: 'Why',
    explanation: 'What the holder says',
    amountHint: 'Left empty: all of it.',
    empty: 'No disputes yet',
    hint: 'Holders dispute in the app of their partner, or you open a dispute for them.',
  },
  ro: {
    title: 'Contestații ale cardurilor noastre',
    about: 'Titularii cardurilor emise de noi contestă ce li s-a debitat.',
    add: 'Deschide o contestație',
    effect: 'Pentru titular, care primește banii înapoi deocamdată. Trebuie încă trimisă rețelei.',
    transaction: 'Tranzacția de card',
    because: 'De ce',
    explanation: 'Ce spune titularul',
    amountHint: 'Lăsat gol: toată suma.',
    empty: 'Încă nu sunt contestații',
    hint: 'Titularii contestă în aplicația partenerului lor, sau deschizi tu o contestație pentru ei.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCardDisputes'>

export default function CardDisputes() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(cardDisputes.texts)
  const reasons = useTexts(disputeReasons)
  const partners = useNamed('partners')
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <cardDisputes.Status status={status} /> },
    { name: 'because', title: t.because, inFile: ['reason'], cell: ({ reason }) => reasons[reason], phone: 'second' },
    { name: 'partner', title: c.partner, cell: ({ partnerId }) => <PartnerName id={partnerId} />, phone: 'second' },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['card-disputes']}
      filters={[
        severalFilter('status', c.status, statuses),
        severalFilter('reason', t.because, reasons),
        { name: 'partnerId', label: c.partner, kind: 'choice', options: namedOptions(partners) },
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/card-disputes', { params: { query: { ...search, ...page } }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/card-disputes', search)}` }}
      to={({ id }) => opAt('disputes', 'cards', id)}
      actions={<Open />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Open() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const reasons = useTexts(disputeReasons)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'open',
        label: t.add,
        ...gate('disputes:create'),
        spec: {
          title: t.add,
          fields: [
            { name: 'transactionId', label: t.transaction, isRequired: true },
            { name: 'disputeReason', label: t.because, kind: 'choice', options: optionsOf(reasons) },
            { name: 'explanation', label: t.explanation, kind: 'lines', isRequired: true },
            { name: 'amount', label: c.amount, kind: 'number', hint: t.amountHint },
            reason,
          ],
          effect: t.effect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/card-disputes', sending({}, filled(values), key))),
        },
      }}
    />
  )
}
