import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useMe } from '../../../session.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useGate } from '../../common/acting.tsx'
import { usePartner } from '../partner.ts'
import { topupKinds } from '../topups/list.tsx'
import { common } from '../words.ts'
import { type Partner, partnerDialog } from './change.ts'

const texts = {
  en: {
    title: 'Programme',
    home: 'Home',
    live: 'Real money moves here.',
    test: 'Test mode: no real money moves.',
    inactive: 'The partner is not active: all its calls are refused.',
    decisions: 'Your part in decisions',
    asked: (url: string, ms: number) =>
      `Your server is asked about each payment that the rules approve: ${url}, within ${ms} ms.`,
    notAsked: 'Your server is not asked about payments.',
    decisionUrl: 'Address that is asked',
    clear: 'Left empty: your server is not asked.',
    deadline: 'Time to answer, in milliseconds',
    fallback: 'Decided when there is no answer',
    fallbacks: { approve: 'Approve', decline: 'Decline' },
    changeDecisions: 'Change how your server is asked',
    settings: 'Settings',
    frames: 'Pages that may frame ours',
    returnUrl: 'Where customers return to',
    kyc: 'An approved KYC is valid for',
    site: 'Site that takes topups',
    redirects: 'Topups may return to',
    limits: 'Limits of topups',
    bound: 'Bound',
    kycStatus: 'KYC',
    fees: 'Fees of topups',
    percent: 'Percent',
    fixed: 'Fixed',
    ofOperator: 'Limits and fees are agreed with the operator, who changes them.',
  },
  ro: {
    title: 'Program',
    home: 'Acasă',
    live: 'Aici se mișcă bani reali.',
    test: 'Mod de test: nu se mișcă bani reali.',
    inactive: 'Partenerul nu este activ: toate apelurile lui sunt refuzate.',
    decisions: 'Partea ta în decizii',
    asked: (url: string, ms: number) =>
      `Serverul tău este întrebat de fiecare plată pe care regulile o aprobă: ${url}, în ${ms} ms.`,
    notAsked: 'Serverul tău nu este întrebat despre plăți.',
    decisionUrl: 'Adresa întrebată',
    clear: 'Lăsată goală: serverul tău nu este întrebat.',
    deadline: 'Timp de răspuns, în milisecunde',
    fallback: 'Ce se decide fără răspuns',
    fallbacks: { approve: 'Se aprobă', decline: 'Se respinge' },
    changeDecisions: 'Modifică felul în care este întrebat serverul',
    settings: 'Setări',
    frames: 'Pagini care le pot încadra pe ale noastre',
    returnUrl: 'Unde revin clienții',
    kyc: 'Un KYC aprobat este valabil',
    site: 'Magazinul care ia alimentările',
    redirects: 'Alimentările pot reveni la',
    limits: 'Limitele alimentărilor',
    bound: 'Prag',
    kycStatus: 'KYC',
    fees: 'Comisioanele alimentărilor',
    percent: 'Procent',
    fixed: 'Fix',
    ofOperator: 'Limitele și comisioanele se stabilesc cu operatorul, care le modifică.',
  },
} satisfies Texts<unknown>

export default function Programme() {
  const t = useTexts(texts)
  const { partnerId, to } = usePartner()
  const isOperator = useMe().scope.kind === 'platform'
  const actions = useDecisionAction()
  return (
    <DetailPage<Partner>
      detailKey={['partner', partnerId]}
      load={(signal) => bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId } }, signal }))}
      parent={{ title: t.home, to: to() }}
      id={partnerId}
      heading={({ live, active, name }) => ({
        title: t.title,
        tab: `${t.title} · ${name}`,
        sentence: active ? (live ? t.live : t.test) : t.inactive,
      })}
      actions={actions}
      main={(partner) => (
        <>
          <Decisions partner={partner} />
          <Terms />
          {!isOperator && <p className="soft">{t.ofOperator}</p>}
        </>
      )}
    />
  )
}

function Decisions({ partner: { decisionUrl, decisionDeadlineMs, decisionFallback } }: { partner: Partner }) {
  const t = useTexts(texts)
  const fallbacks: Readonly<Record<string, string>> = t.fallbacks
  return (
    <Panel title={t.decisions}>
      <p>{decisionUrl ? t.asked(decisionUrl, decisionDeadlineMs) : t.notAsked}</p>
      <Facts of={[[t.fallback, decisionUrl && (fallbacks[decisionFallback] ?? decisionFallback)]]} />
    </Panel>
  )
}

function useDecisionAction() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const { partnerId } = usePartner()
  return ({ decisionUrl = '', decisionDeadlineMs, decisionFallback }: Partner) => {
    const before = { decisionUrl, decisionDeadlineMs: String(decisionDeadlineMs), decisionFallback }
    return [
      {
        name: 'change',
        label: t.changeDecisions,
        ...gate('partners:change'),
        spec: {
          title: t.changeDecisions,
          fields: [
            { name: 'decisionUrl', label: t.decisionUrl, first: decisionUrl, hint: t.clear },
            {
              name: 'decisionDeadlineMs',
              label: t.deadline,
              kind: 'number' as const,
              first: before.decisionDeadlineMs,
            },
            {
              name: 'decisionFallback',
              label: t.fallback,
              kind: 'choice' as const,
              first: decisionFallback,
              options: Object.entries(t.fallbacks).map(([value, label]) => ({ value, label })),
            },
            reason,
          ],
          submit: t.changeDecisions,
          ...partnerDialog(partnerId, ['decisionUrl', 'decisionDeadlineMs', 'decisionFallback']),
        },
      },
    ]
  }
}

/** What was agreed with the operator. */
function Terms() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(topupKinds)
  const { partnerId } = usePartner()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partnerId, 'programme'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/partners/{partnerId}/programme', { params: { path: { partnerId } }, signal })),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <Panel title={t.settings}>
        <Facts
          of={[
            [t.frames, data.frameAncestors.join(', ') || c.none],
            [t.returnUrl, data.returnUrl],
            [t.kyc, data.kycValid],
            [t.site, data.topupSite],
          ]}
        />
      </Panel>
      {data.topupLimits.length > 0 && (
        <Panel title={t.limits}>
          <SmallTable
            title={t.limits}
            heads={[t.kycStatus, t.bound, { end: c.amount }]}
            rows={data.topupLimits.map(({ status, bound, currency, amount }) => ({
              key: `${status} ${bound} ${currency}`,
              cells: [status, bound, <Money key="amount" amount={amount} currency={currency} />],
            }))}
          />
        </Panel>
      )}
      {data.topupFees.length > 0 && (
        <Panel title={t.fees}>
          <SmallTable
            title={t.fees}
            heads={[c.kind, { end: t.percent }, { end: t.fixed }]}
            rows={data.topupFees.map(({ type, currency, percent, fixed }) => ({
              key: `${type} ${currency}`,
              cells: [kinds[type], `${percent} %`, <Money key="fixed" amount={fixed} currency={currency} />],
            }))}
          />
        </Panel>
      )}
    </>
  )
}
