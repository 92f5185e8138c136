import { api, apiRoot, bodyOf, type Entry } from '../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { useReasonField } from '../../parts/reason.ts'
import { Time } from '../../parts/time.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import type { Values } from '../../ui/action-dialog.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { type Column, ListPage } from '../../ui/list-page.tsx'
import { Empty } from '../../ui/states.tsx'
import { sending } from '../common/acting.tsx'

type Task = Entry<'listExportTasks'>

const texts = {
  en: {
    title: 'My exports',
    about: 'Lists that were too long to wait for. Only you see yours, and each is deleted when its time is over.',
    file: 'File',
    status: 'Status',
    rows: 'Rows',
    asked: 'Asked for',
    until: 'Kept until',
    of: (done: string, all: string) => `${done} of ${all}`,
    download: (file: string) => `Download ${file}`,
    get: 'Download',
    cancel: 'Cancel',
    effect: 'It is stopped, and what is written is deleted.',
    empty: 'No exports yet',
    hint: 'Choose Export in a list. What is short downloads at once; what is long appears here, with its progress.',
    statuses: {
      waiting: 'Waiting for a worker',
      running: 'Being written',
      ready: 'Ready',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Deleted',
    } satisfies Record<Task['status'], string>,
  },
  ro: {
    title: 'Exporturile mele',
    about: 'Liste prea lungi ca să aștepți. Doar tu le vezi pe ale tale și fiecare se șterge când îi expiră timpul.',
    file: 'Fișier',
    status: 'Stare',
    rows: 'Rânduri',
    asked: 'Cerut',
    until: 'Păstrat până la',
    of: (done: string, all: string) => `${done} din ${all}`,
    download: (file: string) => `Descarcă ${file}`,
    get: 'Descarcă',
    cancel: 'Anulează',
    effect: 'Se oprește, iar ce s-a scris se șterge.',
    empty: 'Încă nu sunt exporturi',
    hint: 'Alege Exportă într-o listă. Ce e scurt se descarcă imediat; ce e lung apare aici, cu cât s-a făcut.',
    statuses: {
      waiting: 'Așteaptă un proces',
      running: 'Se scrie',
      ready: 'Gata',
      failed: 'Eșuat',
      cancelled: 'Anulat',
      expired: 'Șters',
    },
  },
} satisfies Texts<unknown>

const tones: Readonly<Record<Task['status'], Tone>> = {
  waiting: 'wait',
  running: 'info',
  ready: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** The files that the server writes for this person: how far each is, and the way to get or stop it. */
export default function Exports() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const reason = useReasonField()
  const cancelling = (exportId: string) => ({
    name: `cancel-${exportId}`,
    label: t.cancel,
    spec: {
      title: t.cancel,
      fields: [reason],
      effect: t.effect,
      submit: t.cancel,
      run: (values: Values, key: string) =>
        bodyOf(api.POST('/export-tasks/{exportId}/cancel', sending({ exportId }, values, key))),
    },
  })
  const columns: Column<Task>[] = [
    { name: 'file', title: t.file, cell: ({ fileName }) => fileName, phone: 'first' },
    {
      name: 'status',
      title: t.status,
      cell: ({ status, failure }) => (
        <>
          <Badge tone={tones[status]}>{t.statuses[status]}</Badge> {failure && <span className="soft">{failure}</span>}
        </>
      ),
    },
    {
      name: 'rows',
      title: t.rows,
      cell: ({ actions, rows, estimate }) =>
        isOpen({ actions }) && estimate !== undefined
          ? t.of(number.format(rows), number.format(Math.max(rows, estimate)))
          : number.format(rows),
      isEnd: true,
    },
    { name: 'asked', title: t.asked, cell: ({ requestedAt }) => <Time at={requestedAt} />, phone: 'second' },
    {
      name: 'until',
      title: t.until,
      cell: ({ actions, expiresAt }) => actions.fetch.allowed && expiresAt && <Time at={expiresAt} />,
      phone: 'second',
    },
    {
      name: 'get',
      title: t.get,
      isTitleUnseen: true,
      cell: ({ id, actions, fileName }) => (
        <span className="actions">
          {actions.fetch.allowed && (
            <a
              className="button"
              href={`${apiRoot}/export-tasks/${id}/file`}
              download
              aria-label={t.download(fileName)}
            >
              {t.get}
            </a>
          )}
          {actions.cancel.allowed && <ActionButton action={cancelling(id)} />}
        </span>
      ),
    },
  ]
  return (
    <ListPage<Task>
      title={t.title}
      about={t.about}
      listKey={['my-exports']}
      filters={[]}
      columns={columns}
      refreshMs={refreshMs}
      load={(_search, page, signal) => bodyOf(api.GET('/export-tasks', { params: { query: page }, signal }))}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** While one is under way, its progress is read again so often. */
const refreshMs = (tasks: readonly Task[]): number | false => tasks.some(isOpen) && 2_000
const isOpen = ({ actions: { fetch, cancel } }: Pick<Task, 'actions'>): boolean => cancel.allowed && !fetch.allowed
