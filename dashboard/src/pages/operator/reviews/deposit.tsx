import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { sending, useGate, useReviews, useWaiting } from '../acting.tsx'
import { History, PartnerLink } from '../names.tsx'
import { common } from '../words.ts'
import { depositDecisions, parkWords } from './park-words.ts'
import { coinsOf, deposits } from './statuses.ts'

type Deposit = Reply<'getDeposit'>

const texts = {
  en: {
    list: 'Deposits',
    deposit: 'Deposit',
    effects: {
      credit: 'The account of the customer is credited at the rate of now.',
      return: 'Say which transaction has sent the coins back: Florin holds no key that can spend.',
      release: 'The sender is not on the list after all. The deposit waits for a decision then.',
      writeOff: 'The customer keeps the money, and the platform bears the loss.',
      reclaim: 'The credit is reversed. What was spent of it is owed by the customer.',
    },
    hash: 'Transaction that sent them back',
    worth: 'Worth',
    fee: 'Fee',
    sender: 'Sender',
    transaction: 'Transaction',
    chain: 'Chain',
    confirmations: 'Confirmations',
    topup: 'Topup',
    seen: 'Seen',
  },
  ro: {
    list: 'Depuneri',
    deposit: 'Depunerea',
    effects: {
      credit: 'Contul clientului este creditat la cursul de acum.',
      return: 'Spune ce tranzacție a trimis monedele înapoi: Florin nu are nicio cheie cu care să cheltuie.',
      release: 'Expeditorul nu este totuși pe listă. Apoi depunerea așteaptă o decizie.',
      writeOff: 'Clientul păstrează banii, iar platforma suportă pierderea.',
      reclaim: 'Creditarea este stornată. Ce s-a cheltuit din ea este datorat de client.',
    },
    hash: 'Tranzacția care le-a trimis înapoi',
    worth: 'Valoare',
    fee: 'Comision',
    sender: 'Expeditor',
    transaction: 'Tranzacție',
    chain: 'Blockchain',
    confirmations: 'Confirmări',
    topup: 'Alimentare',
    seen: 'Văzută',
  },
} satisfies Texts<unknown>

type Decision = keyof (typeof texts)['en']['effects']
/** What can be decided about a deposit of each status; docs/states/receipt.md. */
const decisionsFrom: Readonly<Partial<Record<Deposit['status'], readonly Decision[]>>> = {
  parked: ['credit', 'return'],
  frozen: ['release'],
  lost: ['writeOff', 'reclaim'],
}
const paths = {
  credit: '/deposits/{depositId}/credit',
  return: '/deposits/{depositId}/return',
  release: '/deposits/{depositId}/release',
  writeOff: '/deposits/{depositId}/write-off',
  reclaim: '/deposits/{depositId}/reclaim',
} as const

export default function DepositPage() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const parked = useTexts(parkWords)
  const actions = useDepositActions()
  const id = useThingId()
  return (
    <DetailPage<Deposit>
      detailKey={['deposit', id]}
      load={(signal) => bodyOf(api.GET('/deposits/{depositId}', { params: { path: { depositId: id } }, signal }))}
      parent={{ title: t.list, to: reviews('deposits') }}
      id={id}
      heading={(deposit) => ({
        title: coinsOf(deposit),
        tab: `${t.deposit} ${coinsOf(deposit)}`,
        badge: <deposits.Status status={deposit.status} />,
        sentence: deposit.reason && (parked[deposit.reason] ?? deposit.reason),
      })}
      actions={actions}
      main={({ history }) => (
        <History
          of={history.map((one) => ({
            ...one,
            reason: one.reason && (parked[one.reason] ?? one.reason),
            status: <deposits.Status status={one.status} />,
          }))}
        />
      )}
      side={(deposit) => <About deposit={deposit} />}
    />
  )
}

function useDepositActions(): (deposit: Deposit) => Action[] {
  const t = useTexts(texts)
  const names = useTexts(depositDecisions)
  const gate = useGate()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, status }) =>
    (decisionsFrom[status] ?? []).map((name) => ({
      name,
      label: names[name],
      ...gate(name === 'release' ? 'topups:release' : 'topups:decide'),
      spec: {
        title: names[name],
        fields: [...(name === 'return' ? [{ name: 'transactionHash', label: t.hash, isRequired: true }] : []), reason],
        effect: t.effects[name],
        submit: names[name],
        isDangerous: name === 'writeOff' || name === 'reclaim',
        run: (values, key) => bodyOf(api.POST(paths[name], sending({ depositId: id }, values, key))),
        after,
      },
    }))
}

function About({ deposit }: { deposit: Deposit }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { amount, fees, currency } = deposit
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [t.worth, amount && currency && <Money amount={amount} currency={currency} />],
          [t.fee, fees && currency && <Money amount={fees} currency={currency} />],
          [t.chain, deposit.blockchain],
          [t.confirmations, `${deposit.confirmations} / ${deposit.confirmationsNeeded}`],
          [t.sender, <code key="sender">{deposit.senderAddress}</code>],
          [t.transaction, <code key="transaction">{deposit.transactionHash}</code>],
          [t.topup, <code key="topup">{deposit.topupId}</code>],
          [c.customer, <code key="customer">{deposit.customerId}</code>],
          [c.partner, <PartnerLink key="partner" id={deposit.partnerId} />],
          [t.seen, <Time key="seen" at={deposit.seenAt} />],
        ]}
      />
    </Panel>
  )
}
