import type { ReactNode } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Panel } from '../ui/facts.tsx'
import { Time, useZoneName } from './time.tsx'

const texts: Texts<{ who: string; nothing: string }> = {
  en: { who: 'Who did what', nothing: 'Nothing yet.' },
  ro: { who: 'Cine ce a făcut', nothing: 'Încă nimic.' },
}

/** What is ahead has the day on which it is planned. */
type TimelineStep = { key: string; at: string; what: ReactNode; isAhead?: boolean }

/** By time, and of the same time as they were given; what is ahead comes last, were its day over already. */
const inTime = (steps: readonly TimelineStep[]): TimelineStep[] =>
  steps.toSorted(
    (a, b) => Number(a.isAhead ?? false) - Number(b.isAhead ?? false) || Date.parse(a.at) - Date.parse(b.at),
  )

/** Things that happened, the newest last, and what is ahead. */
export function Timeline({ title, of }: { title: string; of: readonly TimelineStep[] }) {
  const t = useTexts(texts)
  const zone = useZoneName()
  return (
    <Panel title={`${title} (${zone})`}>
      {of.length === 0 && <p className="soft">{t.nothing}</p>}
      <ol className="timeline">
        {inTime(of).map(({ key, at, what, isAhead }) => (
          <li key={key} className={isAhead ? 'ahead' : undefined}>
            <Time at={at} how={isAhead ? 'day' : 'short'} />
            <div>{what}</div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

export type AuditedDeed = {
  at: string
  actor: string
  action: string
  reason?: string | undefined
  from?: string | undefined
}

type AuditProps = { of: readonly AuditedDeed[]; who(actor: string): ReactNode; what(action: string): string }

/** The entries of the audit about one thing. `who` says who an actor is, such as `staff 7`; `what` says it in words. */
export function Audit({ of, who, what }: AuditProps) {
  const t = useTexts(texts)
  return (
    <Timeline
      title={t.who}
      of={of.map(({ at, actor, action, reason, from }) => ({
        key: `${at} ${action}`,
        at,
        what: (
          <>
            {who(actor)}: {what(action)}
            {reason && <span className="soft"> “{reason}”</span>}
            {from && <span className="soft"> · {from}</span>}
          </>
        ),
      }))}
    />
  )
}
