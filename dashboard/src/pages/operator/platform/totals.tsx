import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Day } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type BecauseOf, sending, useCan } from '../acting.tsx'
import { common } from '../words.ts'

type Row = Entry<'listProcessorTotals'>
type Status = Row['status']
type Line = Row['differing'][number]

const texts = {
  en: {
    title: 'Totals of hosts',
    about:
      'What each business day has come to, here and at acquirers whose hosts compare it. Where the host has counted otherwise, the lines that differ are shown: ask the acquirer, since it may not pay what it has not counted.',
    day: 'Business day',
    code: 'Answer',
    counted: 'Counted',
    ours: 'ours',
    theirs: 'theirs',
    statuses: { open: 'No answer yet', inBalance: 'In balance', outOfBalance: 'Out of balance', closed: 'Closed' },
    lines: {
      debits: 'Captured',
      debitReversals: 'Captures reversed',
      credits: 'Refunded and paid out',
      creditReversals: 'Refunds reversed',
      authorizations: 'Authorizations',
      net: 'Net',
    },
    close: 'Close',
    closeEffect: 'Say what the difference was. Nothing is booked, and totals without an answer are not sent again.',
    because: { totals_closed: 'There is nothing to close.' } satisfies BecauseOf<Row['actions']>,
    empty: 'No totals',
    hint: 'Hosts of acquirers that compare the totals of each day have them here.',
  },
  ro: {
    title: 'Totaluri ale gazdelor',
    about:
      'Suma fiecărei zile de lucru, aici și la acceptatorii ale căror gazde o compară. Unde gazda a numărat altfel, se arată rândurile care diferă: întrebați acceptatorul, fiindcă s-ar putea să nu plătească ce nu a numărat.',
    day: 'Ziua de lucru',
    code: 'Răspuns',
    counted: 'Numărat',
    ours: 'la noi',
    theirs: 'la ei',
    statuses: {
      open: 'Fără răspuns încă',
      inBalance: 'Se potrivește',
      outOfBalance: 'Nu se potrivește',
      closed: 'Închis',
    },
    lines: {
      debits: 'Capturate',
      debitReversals: 'Capturi anulate',
      credits: 'Rambursate și plătite',
      creditReversals: 'Rambursări anulate',
      authorizations: 'Autorizări',
      net: 'Net',
    },
    close: 'Închide',
    closeEffect:
      'Spuneți care a fost diferența. Nu se înregistrează nimic, iar totalurile fără răspuns nu se mai retrimit.',
    because: { totals_closed: 'Nu este nimic de închis.' } satisfies BecauseOf<Row['actions']>,
    empty: 'Niciun total',
    hint: 'Aici apar gazdele acceptatorilor care compară totalurile fiecărei zile.',
  },
} satisfies Texts<unknown>

const tones = { open: 'wait', inBalance: 'good', outOfBalance: 'bad', closed: 'neutral' } as const

/** What business days have come to at hosts of acquirers, and closing those that do not agree with the books. */
export default function HostTotals() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const columns: Column<Row>[] = [
    { name: 'day', title: t.day, cell: ({ day }) => <Day on={day} /> },
    { name: 'connector', title: c.connector, cell: ({ connection }) => connection, phone: 'second' },
    { name: 'currency', title: c.currency, cell: ({ currency }) => currency, phone: 'second' },
    {
      name: 'status',
      title: c.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
    },
    { name: 'lines', title: t.counted, cell: (row) => <Lines of={row} /> },
    { name: 'code', title: t.code, cell: ({ code }) => code ?? '–', phone: 'never' },
    { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: (row) => <Close of={row} /> },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['processor-totals']}
      filters={[{ name: 'status', label: c.status, kind: 'choice', options: optionsOf(t.statuses) }]}
      columns={columns}
      load={({ status }, page, signal) => {
        const query = { ...page, ...(status && { status: status as Status }) }
        return bodyOf(api.GET('/processor-totals', { params: { query }, signal }))
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** The lines that differ, on both sides; of a day in balance, its net alone. */
function Lines({ of: { differing, currency, ours, theirs } }: { of: Row }) {
  const t = useTexts(texts)
  const shown: readonly Line[] = differing.length > 0 ? differing : ['net']
  return (
    <>
      {shown.map((line) => (
        <div key={line}>
          <span className="soft">
            {t.lines[line]}: {t.ours}{' '}
          </span>
          <Counted {...ours[line]} currency={currency} />
          {theirs && (
            <>
              <span className="soft">, {t.theirs} </span>
              <Counted {...theirs[line]} currency={currency} />
            </>
          )}
        </div>
      ))}
    </>
  )
}

type Figure = Row['ours'][Line] & { currency: string }

function Counted({ count, amount, currency }: Figure) {
  if (amount === undefined) return <>{count ?? '–'}</>
  return (
    <>
      <Money amount={amount} currency={currency} />
      {count !== undefined && ` (${count})`}
    </>
  )
}

function Close({ of: { id, connection, day, currency, actions } }: { of: Row }) {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'close',
        label: t.close,
        ...can(actions.close, t.because),
        spec: {
          title: `${t.close}: ${day}, ${currency}`,
          fields: [reason],
          effect: t.closeEffect,
          submit: t.close,
          run: (values, key) =>
            bodyOf(
              api.POST(
                '/processor-totals/{connection}/{totalsId}/close',
                sending({ connection, totalsId: id }, values, key),
              ),
            ),
        },
      }}
    />
  )
}
