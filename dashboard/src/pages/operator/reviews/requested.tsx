import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { usePayoutSchedules } from '../../../parts/payout-schedules.ts'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at, merchantScope } from '../../../urls.ts'
import { type Fields, RequestedFields } from '../../common/audit/changes.tsx'
import { opAt } from '../acting.tsx'
import { breakKinds } from '../money/statuses.ts'
import { MerchantLink, SiteName } from '../names.tsx'
import { rejectWords, stepWords } from './kyc/texts.ts'
import { depositDecisions } from './park-words.ts'
import { AmountIn, CreditAsked, InvoicesAsked } from './requested-invoices.tsx'
import { changed, PriceAsked } from './requested-price.tsx'
import { requestedTexts } from './requested-texts.ts'

type Approval = Reply<'getApproval'>
type Asked = { approval: Approval; of: Fields }

/** What would be done, in words: what changes with what it is and what it becomes, and what money moves to whom. */
export function Requested({ approval, title }: { approval: Approval; title: string }) {
  const t = useTexts(requestedTexts)
  const { action, request } = approval
  const of = (typeof request === 'object' && request !== null ? request : {}) as Fields
  const effects = t.effects[action]
  const effect = typeof effects === 'string' ? effects : (effects as Readonly<Record<string, string>>)[String(request)]
  const Part = parts[action]
  const isOpen = approval.status === 'requested' || approval.status === 'approved'
  return (
    <Panel title={title}>
      {effect !== undefined && isOpen && <p>{of.remove === true ? t.ends : effect}</p>}
      <Part approval={approval} of={of} />
    </Panel>
  )
}

const parts: Readonly<Record<Approval['action'], (asked: Asked) => ReactNode>> = {
  'kyc:decide': KycAsked,
  'screening:decide': HitAsked,
  'topups:decide': DepositAsked,
  'topups:release': DepositAsked,
  'merchant-payouts:create': PayoutAsked,
  'bank-accounts:change': AccountAsked,
  'settlements:adjust': BreakAsked,
  'settlements:resolve': BreakAsked,
  'settlements:change': TermsAsked,
  'refunds:create': RefundAsked,
  'pricing:change': PriceAsked,
  'fee-invoices:create': InvoicesAsked,
  'fee-invoices:credit': CreditAsked,
  'merchants:close': CloseAsked,
  'keys:reveal': KeyAsked,
  'connectors:change': ConnectionAsked,
  'persons:erase': () => null,
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))
function RefundAsked({ approval: { subject, owner }, of: { amount, currency } }: Asked) {
  const t = useTexts(requestedTexts)
  const may = useMay()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['payment', subject.id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments/{paymentId}', { params: { path: { paymentId: subject.id as never } }, signal })),
    enabled: may('payments:read'),
  })
  const page =
    scope.kind === 'platform' ? opAt('payments', subject.id) : at(merchantScope(owner.id), 'payments', subject.id)
  return (
    <Facts
      of={[
        [t.amount, <Money key="amount" amount={String(amount)} currency={String(currency)} />],
        [
          t.payment,
          <Link key="payment" to={page}>
            {subject.id}
          </Link>,
        ],
        [t.paid, data && <Money amount={data.amount} currency={data.currency} />],
        [t.card, data?.card],
        [t.merchant, scope.kind === 'platform' && <MerchantLink id={owner.id} />],
      ]}
    />
  )
}

function PayoutAsked({ approval: { owner, status }, of: { amount, currency, account } }: Asked) {
  const t = useTexts(requestedTexts)
  const may = useMay()
  const isAll = !/^\d/.test(String(amount))
  const isOpen = status === 'requested' || status === 'approved'
  const { data } = useQuery({
    queryKey: ['balance', owner.id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/balance', { params: { path: { merchantId: owner.id } }, signal })),
    enabled: may('settlements:read') && isOpen,
  })
  const now = data?.balances.find((one) => one.currency === currency)
  return (
    <>
      <Facts
        of={[
          [
            t.amount,
            isAll ? (
              `${t.all} (${currency})`
            ) : (
              <Money key="amount" amount={String(amount)} currency={String(currency)} />
            ),
          ],
          [t.available, isOpen && now && <Money amount={now.available} currency={now.currency} />],
          [t.to, <MerchantLink key="to" id={owner.id} />],
          [t.account, account !== undefined && <Account of={account as Fields} />],
        ]}
      />
      {isOpen && account !== undefined && <p className="soft">{t.noLonger}</p>}
    </>
  )
}

const Account = ({ of: { holderName, lastFour } }: { of: Fields }) => (
  <>
    {String(holderName)} <bdi className="number">•••• {String(lastFour)}</bdi>
  </>
)

function AccountAsked({ approval: { owner }, of }: Asked) {
  const t = useTexts(requestedTexts)
  const { currency, holderName, lastFour, country, bic } = of
  const before = of.before as Fields | undefined
  return (
    <Facts
      of={[
        [t.merchant, <MerchantLink key="merchant" id={owner.id} />],
        [t.currency, textOf(currency)],
        [t.holder, changed(before?.holderName ?? t.none, holderName)],
        [t.number, changed(before ? `•••• ${before.lastFour}` : t.none, `•••• ${lastFour}`)],
        [t.country, changed(before?.country ?? t.none, country)],
        [t.bic, textOf(bic)],
      ]}
    />
  )
}

function KycAsked({ of: { decision, rejectReason, steps } }: Asked) {
  const t = useTexts(requestedTexts)
  const stepNames = useTexts(stepWords)
  const reasons = useTexts(rejectWords)
  const again = (steps ?? []) as readonly { step: keyof typeof stepNames; rejectReason?: keyof typeof reasons }[]
  const because = rejectReason as keyof typeof reasons | undefined
  return (
    <Facts
      of={[
        [t.decision, t.kyc[decision as keyof typeof t.kyc]],
        [t.because, because && reasons[because]],
        [
          t.steps,
          again
            .map((one) => stepNames[one.step] + (one.rejectReason ? `: ${reasons[one.rejectReason]}` : ''))
            .join('; '),
        ],
      ]}
    />
  )
}

function HitAsked({ of: { decision } }: Asked) {
  const t = useTexts(requestedTexts)
  return <Facts of={[[t.decision, t.hit[decision as keyof typeof t.hit]]]} />
}

function DepositAsked({ of: { decision, transactionHash } }: Asked) {
  const t = useTexts(requestedTexts)
  const names = useTexts(depositDecisions)
  return (
    <Facts
      of={[
        [t.decision, names[decision as keyof typeof names]],
        [t.returnedBy, transactionHash !== undefined && <bdi className="number">{String(transactionHash)}</bdi>],
      ]}
    />
  )
}

function TermsAsked({ approval: { owner }, of }: Asked) {
  const t = useTexts(requestedTexts)
  const schedules = usePayoutSchedules()
  const inWords = (fields: Fields): Fields => {
    const label = schedules.find(({ value }) => value === fields.schedule)?.label
    return label === undefined ? fields : { ...fields, schedule: label }
  }
  return (
    <>
      <Facts of={[[t.merchant, <MerchantLink key="merchant" id={owner.id} />]]} />
      <RequestedFields
        of={{ ...inWords(of), ...(of.before !== undefined && { before: inWords(of.before as Fields) }) }}
      />
    </>
  )
}

function BreakAsked({ of: { kind, expected, reported, transactionId } }: Asked) {
  const t = useTexts(requestedTexts)
  const kinds = useTexts(breakKinds)
  return (
    <Facts
      of={[
        [t.kind, kinds[kind as keyof typeof kinds]],
        [t.expected, expected !== undefined && <AmountIn text={expected} />],
        [t.reported, reported !== undefined && <AmountIn text={reported} />],
        [
          t.transaction,
          transactionId !== undefined && (
            <Link to={opAt('payments', String(transactionId))}>{String(transactionId)}</Link>
          ),
        ],
      ]}
    />
  )
}

function CloseAsked({ approval: { owner, request } }: Asked) {
  const t = useTexts(requestedTexts)
  const [before, after] = request === 'close' ? [t.open, t.closing] : [t.closing, t.open]
  return (
    <Facts
      of={[
        [t.merchant, <MerchantLink key="merchant" id={owner.id} />],
        [t.status, changed(before, after)],
      ]}
    />
  )
}

function KeyAsked({ of: { siteId, keyId } }: Asked) {
  const t = useTexts(requestedTexts)
  return (
    <Facts
      of={[
        [t.site, <SiteName key="site" id={String(siteId)} />],
        [t.key, textOf(keyId)],
      ]}
    />
  )
}

function ConnectionAsked({ approval: { subject }, of }: Asked) {
  const t = useTexts(requestedTexts)
  const fields = (of.fields ?? {}) as Fields
  const before = ((of.before as Fields | undefined)?.fields ?? {}) as Fields
  const names = [...new Set([...Object.keys(before), ...Object.keys(fields)])]
  return (
    <>
      <Facts
        of={[
          [t.processor, `${of.kind}, ${subject.id}`],
          ...names.map((name) => [name, changed(before[name] ?? t.none, fields[name] ?? t.none)] as const),
        ]}
      />
      <p className="soft">{t.secrets}</p>
    </>
  )
}
