import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { type BecauseOf, sending, useCan } from '../../common/acting.tsx'
import { Actor } from '../../common/actor.tsx'
import { useId, usePartner } from '../partner.ts'
import { cardDisputes } from '../statuses.ts'
import { common } from '../words.ts'
import { disputeReasons } from './words.ts'

type CardDispute = Reply<'getCardDispute'>
type Because = BecauseOf<CardDispute['actions']>
type Step = keyof CardDispute['actions']

const texts = {
  en: {
    title: 'Card disputes',
    one: 'Card dispute',
    says: 'What the customer says',
    because: { dispute_decided: 'It is not possible in this state.' } satisfies Because,
    names: { raise: 'Raise at the network', win: 'Won', lose: 'Lost', withdraw: 'Withdraw' },
  },
  ro: {
    title: 'Contestații',
    one: 'Contestația',
    says: 'Ce spune clientul',
    because: { dispute_decided: 'Nu se poate în această stare.' } satisfies Because,
    names: { raise: 'Ridică la rețea', win: 'Câștigată', lose: 'Pierdută', withdraw: 'Retrage' },
  },
} satisfies Texts<unknown>

export default function CardDisputePage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const why = useTexts(disputeReasons)
  const money = useMoney()
  const id = useId()
  const { to } = usePartner()
  const actions = useSteps()
  return (
    <DetailPage<CardDispute>
      detailKey={['card-dispute', id]}
      load={(signal) => bodyOf(api.GET('/card-disputes/{disputeId}', { params: { path: { disputeId: id } }, signal }))}
      parent={{ title: t.title, to: to('transactions', 'disputes') }}
      id={id}
      heading={({ amount, currency, status, reason }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.one} · ${money(amount, currency)}`,
        badge: <cardDisputes.Status status={status} />,
        sentence: why[reason],
      })}
      actions={actions}
      main={({ explanation, history }) => (
        <>
          <Panel title={t.says}>
            <p>{explanation}</p>
          </Panel>
          <Timeline
            title={c.history}
            of={history.map(({ status, changedAt, action, actor, note }, index) => ({
              key: `${changedAt} ${index}`,
              at: changedAt,
              what: (
                <>
                  <cardDisputes.Status status={status} /> <code>{action}</code> <Actor of={actor} />
                  {note && <span className="soft"> “{note}”</span>}
                </>
              ),
            }))}
          />
        </>
      )}
      side={({ transactionId, accountId, customerId }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [
                c.transaction,
                <Link key="t" to={to('transactions', 'card', transactionId)}>
                  {transactionId}
                </Link>,
              ],
              [
                c.account,
                <Link key="a" to={to('accounts', accountId)}>
                  {accountId}
                </Link>,
              ],
              [
                c.customer,
                <Link key="c" to={to('customers', customerId)}>
                  {customerId}
                </Link>,
              ],
            ]}
          />
        </Panel>
      )}
    />
  )
}

/** What the operator does with it; staff of a partner see who may. */
function useSteps(): (dispute: CardDispute) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const names = Object.keys(t.names) as Step[]
  return ({ id: disputeId, actions }) =>
    names.map((name) => ({
      name,
      label: t.names[name],
      ...can(actions[name], t.because),
      spec: {
        title: t.names[name],
        fields: [reason],
        submit: t.names[name],
        isDangerous: name === 'lose',
        run: (values, key) =>
          bodyOf(api.POST(`/card-disputes/{disputeId}/${name}`, sending({ disputeId }, values, key))),
      },
    }))
}
