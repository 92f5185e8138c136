import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, MoneyText } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { Audit } from '../../common/audit/panel.tsx'
import { type BecauseOf, opAt, sending, useCan, useWaiting } from '../acting.tsx'
import { History } from '../names.tsx'
import { common } from '../words.ts'
import { breakAdvice, breakKinds, breaks } from './statuses.ts'

type Break = Reply<'getAcquirerBreak'>
type Because = BecauseOf<Break['actions']>
type RowKinds = Record<NonNullable<Break['row']>['type'], string>

const texts = {
  en: {
    rowKinds: {
      capture: 'Capture',
      reversal: 'Reversal',
      refund: 'Refund',
      chargeback: 'Chargeback',
      representment: 'Chargeback won',
      payout: 'Payout to a card',
      reinstatement: 'Money that came back',
      captureFailure: 'Capture that failed',
      fee: 'Fee',
      reserve: 'Reserve',
      adjustment: 'Adjustment',
      transfer: 'Transfer to the bank',
    } satisfies RowKinds,
    list: 'Reconciliation',
    match: 'Match',
    matchEffect: 'The row is about this transaction. If it still differs, a new break opens for the difference.',
    transaction: 'Transaction',
    accept: 'Accept',
    acceptEffect: 'The acquirer keeps the fee that it has kept, and the row is booked as it is.',
    because: {
      break_closed: 'It is closed already.',
      break_not_acceptable: 'Only another fee can be accepted.',
      break_not_written_off: 'Another fee is accepted, not written off.',
      break_without_row: 'No report has a row about it yet. Import the report, or write it off.',
    } satisfies Because,
    writeOff: 'Write off',
    writeOffEffect: 'The row is booked as the acquirer has it. The difference is a loss or a gain of the platform.',
    whatToDo: 'What to do',
    row: 'The row of the report',
    entry: 'Entry',
    batch: 'Batch',
    key: 'Key',
    reference: 'Reference',
    gross: 'Gross',
    fees: 'Fees',
    net: 'Net',
    booked: 'Booked on',
    value: 'Value on',
    reported: 'Reported',
    expected: 'Booked',
    report: 'Report',
    line: 'line',
    opened: 'Opened',
  },
  ro: {
    rowKinds: {
      capture: 'Încasare',
      reversal: 'Anulare',
      refund: 'Rambursare',
      chargeback: 'Contestație',
      representment: 'Contestație câștigată',
      reinstatement: 'Bani care s-au întors',
      captureFailure: 'Încasare eșuată ulterior',
      payout: 'Plată către un card',
      fee: 'Comision',
      reserve: 'Rezervă',
      adjustment: 'Ajustare',
      transfer: 'Transfer la bancă',
    } satisfies RowKinds,
    list: 'Reconciliere',
    match: 'Potrivește',
    matchEffect: 'Rândul este despre această tranzacție. Dacă tot diferă, se deschide o nouă diferență.',
    transaction: 'Tranzacție',
    accept: 'Acceptă',
    acceptEffect: 'Banca acceptatoare păstrează comisionul reținut, iar rândul se înregistrează așa cum este.',
    because: {
      break_closed: 'Este deja închisă.',
      break_not_acceptable: 'Se poate accepta doar un alt comision.',
      break_not_written_off: 'Un alt comision se acceptă, nu se trece pe cheltuieli.',
      break_without_row: 'Niciun raport nu are încă un rând despre ea. Importă raportul sau trece-o pe cheltuieli.',
    } satisfies Because,
    writeOff: 'Trece pe cheltuieli',
    writeOffEffect:
      'Rândul se înregistrează cum îl are banca acceptatoare. Diferența este pierderea sau câștigul platformei.',
    whatToDo: 'Ce este de făcut',
    row: 'Rândul din raport',
    entry: 'Poziție',
    batch: 'Lot',
    key: 'Cheie',
    reference: 'Referință',
    gross: 'Brut',
    fees: 'Comisioane',
    net: 'Net',
    booked: 'Înregistrat la',
    value: 'Valută la',
    reported: 'Raportat',
    expected: 'Înregistrat',
    report: 'Raport',
    line: 'rândul',
    opened: 'Deschisă',
  },
} satisfies Texts<unknown>

export default function BreakPage() {
  const t = useTexts(texts)
  const kinds = useTexts(breakKinds)
  const actions = useBreakActions()
  const id = useThingId()
  return (
    <DetailPage<Break>
      detailKey={['break', id]}
      load={(signal) => bodyOf(api.GET('/acquirer-breaks/{breakId}', { params: { path: { breakId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('money', 'breaks') }}
      id={id}
      heading={({ kind, status }) => ({
        title: kinds[kind],
        tab: `${kinds[kind]} ${id}`,
        badge: <breaks.Status status={status} />,
      })}
      actions={actions}
      main={(found) => (
        <>
          <Advice of={found} />
          <Row of={found} />
          <History of={found.history.map((one) => ({ ...one, status: <breaks.Status status={one.status} /> }))} />
          <Audit of={found.audit} />
        </>
      )}
      side={(found) => <About of={found} />}
    />
  )
}

function useBreakActions(): (found: Break) => Action[] {
  const t = useTexts(texts)
  const kinds = useTexts(breakKinds)
  const can = useCan()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, kind, actions }) => {
    const what = `${kinds[kind]} ${id}`
    const path = { breakId: id }
    return [
      {
        name: 'match',
        label: t.match,
        ...can(actions.match, t.because),
        spec: {
          title: `${t.match}: ${what}`,
          fields: [{ name: 'transactionId', label: t.transaction, kind: 'number', isRequired: true }, reason],
          effect: t.matchEffect,
          submit: t.match,
          run: (values, key) => bodyOf(api.POST('/acquirer-breaks/{breakId}/match', sending(path, values, key))),
        },
      },
      {
        name: 'accept',
        label: t.accept,
        ...can(actions.accept, t.because),
        spec: {
          title: `${t.accept}: ${what}`,
          fields: [reason],
          effect: t.acceptEffect,
          submit: t.accept,
          run: (values, key) => bodyOf(api.POST('/acquirer-breaks/{breakId}/accept', sending(path, values, key))),
          after,
        },
      },
      {
        name: 'writeOff',
        label: t.writeOff,
        ...can(actions.writeOff, t.because),
        spec: {
          title: `${t.writeOff}: ${what}`,
          fields: [reason],
          effect: t.writeOffEffect,
          submit: t.writeOff,
          isDangerous: true,
          run: (values, key) => bodyOf(api.POST('/acquirer-breaks/{breakId}/write-off', sending(path, values, key))),
          after,
        },
      },
    ]
  }
}

function Advice({ of: { kind, actions } }: { of: Break }) {
  const t = useTexts(texts)
  const advice = useTexts(breakAdvice)
  if (actions.writeOff.because === 'break_closed') return null
  return (
    <Panel title={t.whatToDo}>
      <p>{advice[kind]}</p>
    </Panel>
  )
}

function Row({ of: { row } }: { of: Break }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  if (!row) return null
  const { currency } = row
  return (
    <Panel title={t.row}>
      <Facts
        of={[
          [c.kind, t.rowKinds[row.type]],
          [t.entry, <code key="entry">{row.entry}</code>],
          [t.batch, <code key="batch">{row.batch}</code>],
          [t.key, row.key && <code>{row.key}</code>],
          [t.reference, row.reference && <code>{row.reference}</code>],
          [t.gross, <Money key="gross" amount={row.gross} currency={currency} />],
          [t.fees, <Money key="fees" amount={row.fees} currency={currency} />],
          [t.net, <Money key="net" amount={row.net} currency={currency} />],
          [t.booked, row.bookedOn],
          [t.value, row.valueOn],
        ]}
      />
    </Panel>
  )
}

function About({ of: found }: { of: Break }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { reportId, line } = found
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.reported, found.reported && <MoneyText of={found.reported} />],
          [t.expected, found.expected && <MoneyText of={found.expected} />],
          [c.connector, found.connector],
          [t.transaction, found.transactionId],
          [
            t.report,
            reportId && (
              <Link to={opAt('money', 'reports', reportId)}>
                {reportId}
                {line !== undefined && `, ${t.line} ${line}`}
              </Link>
            ),
          ],
          [t.opened, <Time key="opened" at={found.openedAt} />],
        ]}
      />
    </Panel>
  )
}
