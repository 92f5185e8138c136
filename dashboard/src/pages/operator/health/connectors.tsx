import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { useConnectorAction } from '../platform/connector-actions.ts'
import { common } from '../words.ts'
import type { Health } from './health.tsx'

type Connector = Health['connectors'][number]

const texts = {
  en: {
    title: 'Connectors, the last hour',
    state: 'State',
    replies: 'Replies',
    quiet: 'No payments',
    failing: 'Fails',
    paused: 'Paused',
    approved: 'Approved',
    lost: 'No reply',
    trouble: 'Own trouble',
    time: 'Response time',
    times: (median: string, slowest: string) => `${median}, one in 20 over ${slowest}`,
    lastApproved: 'Last approved',
    since: 'since',
    of: (part: string, whole: string) => `${part} of ${whole}`,
    rules: 'Which payments each gets',
  },
  ro: {
    title: 'Conectori, ultima oră',
    state: 'Stare',
    replies: 'Răspunde',
    quiet: 'Fără plăți',
    failing: 'Nu reușește',
    paused: 'În pauză',
    approved: 'Aprobate',
    lost: 'Fără răspuns',
    trouble: 'Probleme proprii',
    time: 'Timp de răspuns',
    times: (median: string, slowest: string) => `${median}, una din 20 peste ${slowest}`,
    lastApproved: 'Ultima aprobată',
    since: 'din',
    of: (part: string, whole: string) => `${part} din ${whole}`,
    rules: 'Ce plăți primește fiecare',
  },
} satisfies Texts<unknown>

/** How each connector does, and the way to stop the damage. */
export function ConnectorsPanel({ of: { connectors } }: { of: Health }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const action = useConnectorAction()
  return (
    <Panel title={t.title} actions={<Link to={opAt('platform', 'routing')}>{t.rules}</Link>}>
      <SmallTable
        title={t.title}
        heads={[
          c.connector,
          t.state,
          { end: t.approved },
          { end: t.lost },
          { end: t.trouble },
          t.time,
          t.lastApproved,
          c.actions,
        ]}
        rows={connectors.map((one) => ({
          key: one.id,
          cells: [
            <Link key="id" to={opAt('platform', 'connectors', one.id)}>
              {one.id}
            </Link>,
            <State key="state" of={one} />,
            <Rate key="approved" of={one} />,
            one.lost === 0 ? (
              '0'
            ) : (
              <Link key="lost" to={withSearch(opAt('reviews', 'uncertain'), { connector: one.id })}>
                {one.lost}
              </Link>
            ),
            one.inTrouble,
            <Duration key="time" of={one} />,
            one.lastApprovedAt ? <Time key="last" at={one.lastApprovedAt} /> : '–',
            <ActionButton key="do" action={action(one)} />,
          ],
        }))}
      />
    </Panel>
  )
}

function State({ of: { paused, failsSince, approved, declined } }: { of: Connector }) {
  const t = useTexts(texts)
  const since = paused?.since ?? failsSince
  const badge = paused ? (
    <Badge tone="wait">{t.paused}</Badge>
  ) : failsSince ? (
    <Badge tone="bad">{t.failing}</Badge>
  ) : approved + declined > 0 ? (
    <Badge tone="good">{t.replies}</Badge>
  ) : (
    <Badge tone="neutral">{t.quiet}</Badge>
  )
  return (
    <>
      {badge}
      {since && (
        <span className="meta">
          {' '}
          {t.since} <Time at={since} />
        </span>
      )}
      {paused && (
        <div className="meta">
          <Actor of={paused.by} />: “{paused.reason}”
        </div>
      )}
    </>
  )
}

/** Of the payments that are decided, how many were approved. */
function Rate({ of: { approved, declined, inTrouble, lost } }: { of: Connector }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const all = approved + declined + inTrouble + lost
  const number = new Intl.NumberFormat(language)
  if (all === 0) return <>–</>
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(approved / all)
  return (
    <>
      {percent} <span className="meta">({t.of(number.format(approved), number.format(all))})</span>
    </>
  )
}

function Duration({ of: { medianMs, slowestOf20Ms } }: { of: Connector }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  if (medianMs === undefined || slowestOf20Ms === undefined) return <>–</>
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 2 })
  return <span className="meta">{t.times(seconds.format(medianMs / 1000), seconds.format(slowestOf20Ms / 1000))}</span>
}
