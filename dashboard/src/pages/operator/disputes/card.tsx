import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { opAt, sending, useGate } from '../acting.tsx'
import { History, PartnerLink } from '../names.tsx'
import { common } from '../words.ts'
import { cardDisputes, disputeReasons } from './statuses.ts'

type Dispute = Reply<'getCardDispute'>

const texts = {
  en: {
    list: 'Disputes of our cards',
    dispute: 'Dispute',
    names: { raise: 'Raise', win: 'Won', lose: 'Lost', withdraw: 'Withdraw' },
    effects: {
      raise: 'You have raised the chargeback with the network.',
      win: 'The network has decided for the holder, who keeps the money.',
      lose: 'The network has decided for the shop. The credit of the holder is reversed.',
      withdraw: 'The dispute ends, and the credit of the holder is reversed.',
    },
    because: 'Why',
    explanation: 'What the holder says',
    transaction: 'Card transaction',
    account: 'Account',
  },
  ro: {
    list: 'Contestații ale cardurilor noastre',
    dispute: 'Contestația',
    names: { raise: 'Trimite rețelei', win: 'Câștigată', lose: 'Pierdută', withdraw: 'Retrage' },
    effects: {
      raise: 'Ai trimis contestația rețelei.',
      win: 'Rețeaua a decis pentru titular, care păstrează banii.',
      lose: 'Rețeaua a decis pentru magazin. Banii sunt luați înapoi de la titular.',
      withdraw: 'Contestația se încheie, iar banii sunt luați înapoi de la titular.',
    },
    because: 'De ce',
    explanation: 'Ce spune titularul',
    transaction: 'Tranzacția de card',
    account: 'Cont',
  },
} satisfies Texts<unknown>

type Deed = keyof (typeof texts)['en']['names']
/** What may follow each status: docs/states/card-dispute.md. */
const deedsFrom: Readonly<Record<Dispute['status'], readonly Deed[]>> = {
  submitted: ['raise', 'lose', 'withdraw'],
  chargedBack: ['win', 'lose', 'withdraw'],
  won: [],
  lost: [],
  cancelled: [],
}
const paths = {
  raise: '/card-disputes/{disputeId}/raise',
  win: '/card-disputes/{disputeId}/win',
  lose: '/card-disputes/{disputeId}/lose',
  withdraw: '/card-disputes/{disputeId}/withdraw',
} as const

export default function CardDisputePage() {
  const t = useTexts(texts)
  const reasons = useTexts(disputeReasons)
  const money = useMoney()
  const actions = useDisputeActions()
  const id = useThingId()
  return (
    <DetailPage<Dispute>
      detailKey={['card-dispute', id]}
      load={(signal) => bodyOf(api.GET('/card-disputes/{disputeId}', { params: { path: { disputeId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('disputes', 'cards') }}
      id={id}
      heading={({ amount, currency, status, reason }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.dispute} · ${money(amount, currency)}`,
        badge: <cardDisputes.Status status={status} />,
        sentence: reasons[reason],
      })}
      actions={actions}
      main={({ history }) => (
        <History
          of={history.map(({ changedAt, ...one }) => ({
            ...one,
            at: changedAt,
            status: <cardDisputes.Status status={one.status} />,
          }))}
        />
      )}
      side={(dispute) => <About of={dispute} />}
    />
  )
}

function useDisputeActions(): (dispute: Dispute) => Action[] {
  const t = useTexts(texts)
  const gate = useGate()
  const money = useMoney()
  const reason = useReasonField()
  return ({ id, status, amount, currency }) =>
    deedsFrom[status].map((name) => ({
      name,
      label: t.names[name],
      ...gate('disputes:resolve'),
      spec: {
        title: `${t.names[name]}: ${money(amount, currency)}`,
        fields: [reason],
        effect: t.effects[name],
        submit: t.names[name],
        isDangerous: name === 'lose' || name === 'withdraw',
        run: (values, key) => bodyOf(api.POST(paths[name], sending({ disputeId: id }, values, key))),
      },
    }))
}

function About({ of: dispute }: { of: Dispute }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const reasons = useTexts(disputeReasons)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.because, reasons[dispute.reason]],
          [t.explanation, dispute.explanation],
          [t.transaction, <code key="transaction">{dispute.transactionId}</code>],
          [t.account, <code key="account">{dispute.accountId}</code>],
          [c.customer, <code key="customer">{dispute.customerId}</code>],
          [c.partner, <PartnerLink key="partner" id={dispute.partnerId} />],
          [c.created, <Time key="created" at={dispute.createdAt} />],
        ]}
      />
    </Panel>
  )
}
