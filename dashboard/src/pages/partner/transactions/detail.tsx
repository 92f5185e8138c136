import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { useDisputeAction } from '../disputes/open.ts'
import { useId, usePartner } from '../partner.ts'
import { spends } from '../statuses.ts'
import { common } from '../words.ts'
import { useReason } from './reasons.ts'
import { Verdicts } from './verdicts.tsx'
import { changes, channels, type Explanation, type Message, messageKinds, parties, rules, types } from './words.ts'

const texts = {
  en: {
    title: 'Card transactions',
    one: 'Card transaction',
    declined: (rule: string, because: string | undefined) =>
      `Declined by the rule “${rule}”${because ? `: ${because}` : ''}.`,
    decided: (party: string) => `Decided by ${party}.`,
    undecided: 'It is not decided yet.',
    notConfirmed: 'The customer did not confirm it in time, so it was never decided. Nothing was paid.',
    messages: 'What happened',
    money: 'Money',
    held: 'Held',
    authorized: 'Authorized',
    cleared: 'Cleared',
    refunded: 'Refunded',
    asked: 'As the merchant asked',
    rate: 'Exchange rate',
    markup: 'Charged for the conversion',
    channel: 'How',
    code: 'Authorization code',
    category: 'Category of the merchant',
    place: 'Place',
    expires: 'Hold ends',
    recurring: 'Recurring',
    forced: 'Cleared without an authorization',
  },
  ro: {
    title: 'Tranzacții cu carduri',
    one: 'Tranzacția',
    declined: (rule: string, because: string | undefined) =>
      `Respinsă de regula „${rule}”${because ? `: ${because}` : ''}.`,
    decided: (party: string) => `A decis: ${party}.`,
    undecided: 'Încă nu s-a decis.',
    notConfirmed: 'Clientul nu a confirmat-o la timp, deci nu s-a mai decis. Nu s-a plătit nimic.',
    messages: 'Ce s-a întâmplat',
    money: 'Bani',
    held: 'Blocat',
    authorized: 'Autorizat',
    cleared: 'Decontat',
    refunded: 'Rambursat',
    asked: 'Cât a cerut comerciantul',
    rate: 'Curs de schimb',
    markup: 'Luat pentru conversie',
    channel: 'Cum',
    code: 'Cod de autorizare',
    category: 'Categoria comerciantului',
    place: 'Locul',
    expires: 'Blocarea se termină',
    recurring: 'Recurentă',
    forced: 'Decontată fără autorizare',
  },
} satisfies Texts<unknown>

/** Why a payment was decided as it was: the answer first, then every rule, then what followed. */
export default function CardTransaction() {
  const t = useTexts(texts)
  const words = useTexts(rules)
  const who = useTexts(parties)
  const reasonOf = useReason()
  const money = useMoney()
  const id = useId()
  const { to } = usePartner()
  const dispute = useDisputeAction(id)
  return (
    <DetailPage<Explanation>
      detailKey={['card-transaction', id]}
      load={(signal) =>
        bodyOf(api.GET('/card-transactions/{transactionId}', { params: { path: { transactionId: id } }, signal }))
      }
      parent={{ title: t.title, to: to('transactions', 'card') }}
      id={id}
      heading={({ transaction: { amount, currency, status, merchant }, ...explanation }) => ({
        title: (
          <>
            <Money amount={amount} currency={currency} /> · {merchant.name}
          </>
        ),
        tab: `${t.one} · ${money(amount, currency)}`,
        badge: <spends.Status status={status} />,
        sentence: sentenceOf(status, explanation),
      })}
      actions={() => dispute}
      main={(explanation) => (
        <>
          <Verdicts of={explanation} />
          <Messages of={explanation} />
          <ApiReply
            queryKey={['card-transaction', id]}
            load={(signal) =>
              bodyOf(
                api.GET('/card-transactions/{transactionId}/api-reply', {
                  params: { path: { transactionId: id } },
                  signal,
                }),
              )
            }
          />
        </>
      )}
      side={(explanation) => (
        <>
          <MoneyPanel of={explanation} />
          <FactsPanel of={explanation} />
        </>
      )}
    />
  )

  function sentenceOf(
    status: Explanation['transaction']['status'],
    { declineReason, decidedBy, messages }: Omit<Explanation, 'transaction'>,
  ) {
    if (!decidedBy) return status === 'expired' ? t.notConfirmed : t.undecided
    if (!declineReason) return t.decided(who[decidedBy])
    const failed = messages.flatMap(({ verdicts }) => verdicts).find(({ result }) => result === 'failed')
    return <strong>{t.declined(words[declineReason][0], failed && reasonOf(failed))}</strong>
  }
}

function Messages({ of: { messages } }: { of: Explanation }) {
  const t = useTexts(texts)
  const who = useTexts(parties)
  const kinds = useTexts(messageKinds)
  const changeOf = useChange()
  return (
    <Timeline
      title={t.messages}
      of={messages.map((message, index) => {
        const { kind, receivedAt, status, amount, currency, decidedBy } = message
        return {
          key: `${kind} ${receivedAt} ${index}`,
          at: receivedAt,
          what: (
            <>
              {status && <spends.Status status={status} />} <Money amount={amount} currency={currency} />{' '}
              {changeOf(message)}{' '}
              <span className="soft">
                {kinds[kind]} · {who[decidedBy]}
              </span>
            </>
          ),
        }
      })}
    />
  )
}

/** What a message has changed, as a sentence. */
function useChange(): (message: Message) => string {
  const t = useTexts(changes)
  const names = useTexts(rules)
  const { declined } = useTexts(texts)
  const reasonOf = useReason()
  return ({ kind, action, code, verdicts }) => {
    const failed = verdicts.find(({ result }) => result === 'failed')
    if (kind === 'partner') return t.partner((verdicts[0] && reasonOf(verdicts[0])) ?? t.asked, !!failed && !action)
    if (failed) return declined(names[failed.rule][0], reasonOf(failed) ?? names[failed.rule][1])
    if (action === 'increase' && code === undefined) return t.increaseAsked
    return action ? t.actions[action] : t.nothing
  }
}

function MoneyPanel({ of: { transaction } }: { of: Explanation }) {
  const t = useTexts(texts)
  const { amounts, currency, exchange, merchantAmount, merchantCurrency } = transaction
  const shown = (amount: string) => /[1-9]/.test(amount) && <Money amount={amount} currency={currency} />
  return (
    <Panel title={t.money}>
      <Facts
        of={[
          [t.asked, <Money key="asked" amount={merchantAmount} currency={merchantCurrency} />],
          [t.authorized, shown(amounts.authorized)],
          [t.held, shown(amounts.held)],
          [t.cleared, shown(amounts.cleared)],
          [t.refunded, shown(amounts.refunded)],
          [t.rate, exchange && `1 ${merchantCurrency} = ${exchange.rate} ${currency}`],
          [t.markup, exchange && shown(exchange.markup)],
        ]}
      />
    </Panel>
  )
}

function FactsPanel({ of: { transaction, customerId } }: { of: Explanation }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(types)
  const how = useTexts(channels)
  const { to } = usePartner()
  const { merchant, type, channel, cardId, accountId, authorizationCode, createdAt, expiresAt } = transaction
  const link = (page: string, id: string) => (
    <Link to={to(page, id)}>
      <code>{id}</code>
    </Link>
  )
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.merchant, merchant.name],
          [t.place, [merchant.city, merchant.country].filter(Boolean).join(', ')],
          [t.category, merchant.category],
          [c.kind, kinds[type]],
          [t.channel, channel && how[channel]],
          [c.customer, link('customers', customerId)],
          [c.card, link('cards', cardId)],
          [c.account, link('accounts', accountId)],
          [t.code, authorizationCode && <code>{authorizationCode}</code>],
          [t.recurring, transaction.recurring && c.yes],
          [t.forced, transaction.forcePosted && c.yes],
          [c.created, <Time key="created" at={createdAt} />],
          [t.expires, expiresAt && <Time at={expiresAt} />],
        ]}
      />
    </Panel>
  )
}
