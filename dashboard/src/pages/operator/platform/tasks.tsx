import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Actor } from '../names.tsx'

type Status = 'waiting' | 'running' | 'done' | 'failed'
type Task = {
  id: string
  status: Status
  requestedBy: string
  requestedAt: string
  startedAt?: string | undefined
  endedAt?: string | undefined
  progress?: string | undefined
  failure?: string | undefined
}

const states = statusesOf<Status>({
  waiting: ['wait', 'Waits for a worker', 'Așteaptă un proces'],
  running: ['info', 'Under way', 'În curs'],
  done: ['good', 'Done', 'Gata'],
  failed: ['bad', 'Failed', 'Eșuată'],
})

const texts = {
  en: {
    at: 'At',
    begun: 'Begun',
    ended: 'Ended',
    state: 'State',
    by: 'By',
    workers: 'A process with the role worker carries it out.',
  },
  ro: {
    at: 'La',
    begun: 'Început',
    ended: 'Încheiat',
    state: 'Stare',
    by: 'De către',
    workers: 'O execută un proces cu rolul worker.',
  },
} satisfies Texts<unknown>

/** How often to look again while one is under way. */
export const taskEvery = (tasks: readonly Task[] | undefined): number | false =>
  tasks?.some(({ endedAt }) => endedAt === undefined) ? 2_000 : false

/** The one that is under way, and how far it is. */
export function TaskLine({ of: { status, progress, requestedAt } }: { of: Task }) {
  const t = useTexts(texts)
  return (
    <div className="notice info" role="status">
      <states.Status status={status} />
      <span>
        {t.begun} <Time at={requestedAt} />
        {progress ? (
          <>
            . {t.at}: <code>{progress}</code>
          </>
        ) : (
          `. ${t.workers}`
        )}
      </span>
    </div>
  )
}

export function TaskRuns({ title, of }: { title: string; of: readonly Task[] }) {
  const t = useTexts(texts)
  const zone = useZoneName()
  return (
    <Panel title={title}>
      <SmallTable
        title={title}
        heads={[`${t.begun} (${zone})`, t.ended, t.state, t.by]}
        rows={of.map(({ id, status, requestedAt, requestedBy, endedAt, failure }) => ({
          key: id,
          cells: [
            <Time key="begun" at={requestedAt} />,
            endedAt ? <Time key="ended" at={endedAt} /> : '–',
            <span key="state">
              <states.Status status={status} /> {failure && <span className="meta">{failure}</span>}
            </span>,
            <Actor key="by" of={requestedBy} />,
          ],
        }))}
      />
    </Panel>
  )
}
