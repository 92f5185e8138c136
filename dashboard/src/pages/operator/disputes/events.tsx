import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { sending, useGate } from '../acting.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Dispute events to review',
    about: 'What acquirers reported about disputes and could not be booked; the oldest first.',
    kinds: { opened: 'Charged back', won: 'Won', lost: 'Lost' },
    trouble: 'What is wrong',
    dispute: 'Dispute',
    retry: 'Try again',
    retryEffect: 'It is booked if its payment is known now.',
    acknowledge: 'Reviewed',
    acknowledgeEffect: 'It is no longer listed. Nothing is booked.',
    empty: 'Every dispute event is booked',
    hint: 'An event comes here when no payment of ours fits it. Disputes themselves are with their merchants.',
  },
  ro: {
    title: 'Evenimente de contestație de verificat',
    about: 'Ce au raportat băncile acceptatoare despre contestații și nu s-a putut înregistra; cele mai vechi întâi.',
    kinds: { opened: 'Contestată', won: 'Câștigată', lost: 'Pierdută' },
    trouble: 'Ce nu este în regulă',
    dispute: 'Contestația',
    retry: 'Încearcă din nou',
    retryEffect: 'Se înregistrează dacă plata ei este cunoscută acum.',
    acknowledge: 'Verificat',
    acknowledgeEffect: 'Nu mai apare în listă. Nu se înregistrează nimic.',
    empty: 'Fiecare eveniment de contestație este înregistrat',
    hint: 'Un eveniment ajunge aici când nicio plată a noastră nu i se potrivește. Contestațiile sunt la comercianți.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listDisputeEvents'>

export default function DisputeEvents() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = t.kinds
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'kind', title: c.kind, cell: ({ kind }) => kinds[kind] },
    { name: 'dispute', title: t.dispute, cell: ({ dispute }) => <code>{dispute}</code>, phone: 'second' },
    { name: 'trouble', title: t.trouble, cell: ({ trouble, reason }) => trouble ?? reason, phone: 'second' },
    { name: 'connector', title: c.connector, cell: ({ connector }) => connector, phone: 'never' },
    { name: 'created', title: `${c.created} (${zone})`, cell: ({ at }) => <Time at={at} />, phone: 'second' },
    {
      name: 'actions',
      title: c.actions,
      isTitleUnseen: true,
      isEnd: true,
      cell: (row) => <EventActions event={row} />,
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['dispute-events']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/dispute-events', { params: { query: page }, signal }))}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

const paths = {
  retry: '/dispute-events/{eventId}/retry',
  acknowledge: '/dispute-events/{eventId}/acknowledge',
} as const

function EventActions({ event: { id, kind, amount, currency } }: { event: Row }) {
  const t = useTexts(texts)
  const money = useMoney()
  const gate = useGate()
  const reason = useReasonField()
  return (
    <span className="actions">
      {(['retry', 'acknowledge'] as const).map((name) => (
        <ActionButton
          key={name}
          action={{
            name,
            label: t[name],
            ...gate('disputes:resolve'),
            spec: {
              title: `${t[name]}: ${t.kinds[kind]}, ${money(amount, currency)}`,
              fields: [reason],
              effect: t[`${name}Effect`],
              submit: t[name],
              run: (values, key) => bodyOf(api.POST(paths[name], sending({ eventId: id }, values, key))),
            },
          }}
        />
      ))}
    </span>
  )
}
