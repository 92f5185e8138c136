import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { useId, usePartner } from '../partner.ts'
import { topups } from '../statuses.ts'
import { common } from '../words.ts'
import { topupKinds } from './list.tsx'

const texts = {
  en: {
    title: 'Topups',
    fees: 'Fees',
    credited: 'Credited',
    completed: 'Completed',
    failure: 'Why it failed',
    site: 'Site that took the payment',
    coins: 'In coins',
    chain: 'Chain',
    coin: 'Coin',
    sum: 'Amount in coins',
    rate: 'Exchange rate',
    address: 'Address to pay to',
    sender: 'Address of the sender',
    expires: 'To be paid by',
    deposits: 'Deposits',
    hash: 'Transaction on the chain',
    confirmations: 'Confirmations',
    reversals: 'Reversals',
    owed: 'Owed since',
    kinds: {
      cancel: 'Cancelled',
      refund: 'Refunded',
      charge_back: 'Charged back',
      capture_failure: 'Its capture failed',
      representment: 'Dispute won',
      reinstatement: 'Refund that came back',
    },
    noDeposits: 'No deposit was seen on the chain yet.',
  },
  ro: {
    title: 'Alimentări',
    fees: 'Comisioane',
    credited: 'Creditat',
    completed: 'Încheiată',
    failure: 'De ce a eșuat',
    site: 'Magazinul care a încasat',
    coins: 'În monede virtuale',
    chain: 'Blockchain',
    coin: 'Moneda',
    sum: 'Suma în monede',
    rate: 'Curs de schimb',
    address: 'Adresa de plată',
    sender: 'Adresa plătitorului',
    expires: 'De plătit până la',
    deposits: 'Depuneri',
    hash: 'Tranzacția din blockchain',
    confirmations: 'Confirmări',
    reversals: 'Anulări',
    owed: 'Datorat de atunci',
    kinds: {
      cancel: 'Anulată',
      refund: 'Rambursată',
      charge_back: 'Contestată (charge-back)',
      capture_failure: 'Încasarea a eșuat',
      representment: 'Dispută câștigată',
      reinstatement: 'Rambursare întoarsă',
    },
    noDeposits: 'Încă nu s-a văzut nicio depunere în blockchain.',
  },
} satisfies Texts<unknown>

type Topup = Reply<'getTopup'>

export default function TopupPage() {
  const t = useTexts(texts)
  const money = useMoney()
  const id = useId()
  const { to } = usePartner()
  return (
    <DetailPage<Topup>
      detailKey={['topup', id]}
      load={(signal) => bodyOf(api.GET('/topups/{topupId}', { params: { path: { topupId: id } }, signal }))}
      parent={{ title: t.title, to: to('topups') }}
      id={id}
      heading={({ amount, currency, status, failureReason }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.title} · ${money(amount, currency)}`,
        badge: <topups.Status status={status} />,
        sentence: failureReason && `${t.failure}: ${failureReason}`,
      })}
      main={(topup) => (
        <div className="stack">
          <About topup={topup} />
          <Coins topup={topup} />
          <Reversals topup={topup} />
          <ApiReply
            queryKey={['topups', id]}
            load={(signal) =>
              bodyOf(api.GET('/topups/{topupId}/api-reply', { params: { path: { topupId: id } }, signal }))
            }
          />
        </div>
      )}
    />
  )
}

function About({ topup }: { topup: Topup }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(topupKinds)
  const { to } = usePartner()
  const { amount, fees, credited, currency, accountId, customerId, siteId, transactionId } = topup
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.kind, kinds[topup.type]],
          [c.amount, <Money key="amount" amount={amount} currency={currency} />],
          [t.fees, <Money key="fees" amount={fees} currency={currency} />],
          [t.credited, credited && <Money amount={credited} currency={currency} />],
          [
            c.customer,
            <Link key="c" to={to('customers', customerId)}>
              {customerId}
            </Link>,
          ],
          [
            c.account,
            <Link key="a" to={to('accounts', accountId)}>
              {accountId}
            </Link>,
          ],
          [t.site, siteId],
          [c.transaction, transactionId],
          [c.created, <Time key="created" at={topup.createdAt} />],
          [t.completed, topup.completedAt && <Time at={topup.completedAt} />],
        ]}
      />
    </Panel>
  )
}

function Coins({ topup: { crypto, currency } }: { topup: Topup }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  if (!crypto) return null
  const { blockchain, cryptoCurrency, cryptoAmount, rate, address, senderAddress, expiresAt, deposits } = crypto
  return (
    <>
      <Panel title={t.coins}>
        <Facts
          of={[
            [t.chain, blockchain],
            [t.coin, cryptoCurrency],
            [t.sum, cryptoAmount],
            [t.rate, `1 ${cryptoCurrency} = ${rate} ${currency}`],
            [t.address, <code key="address">{address}</code>],
            [t.sender, <code key="sender">{senderAddress}</code>],
            [t.expires, <Time key="expires" at={expiresAt} />],
          ]}
        />
      </Panel>
      <Panel title={t.deposits}>
        {deposits.length === 0 ? (
          <p className="soft">{t.noDeposits}</p>
        ) : (
          <SmallTable
            title={t.deposits}
            heads={[t.sum, c.status, t.confirmations, t.hash]}
            rows={deposits.map((deposit) => ({
              key: deposit.transactionHash,
              cells: [
                deposit.cryptoAmount,
                deposit.status,
                `${deposit.confirmations} / ${deposit.confirmationsNeeded}`,
                <code key="hash">{deposit.transactionHash}</code>,
              ],
            }))}
          />
        )}
      </Panel>
    </>
  )
}

function Reversals({ topup: { reversals = [], currency } }: { topup: Topup }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  if (reversals.length === 0) return null
  return (
    <Panel title={t.reversals}>
      <SmallTable
        title={t.reversals}
        heads={[c.amount, c.kind, t.owed, c.created]}
        rows={reversals.map(({ type, amount, owed, occurredAt }) => ({
          key: `${type} ${occurredAt}`,
          cells: [
            <Money key="amount" amount={amount} currency={currency} />,
            t.kinds[type],
            owed && <Money amount={owed} currency={currency} />,
            <Time key="when" at={occurredAt} />,
          ],
        }))}
      />
    </Panel>
  )
}
