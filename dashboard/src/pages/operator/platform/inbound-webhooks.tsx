import { Fragment } from 'react'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { common } from '../words.ts'
import { useAgain } from './again.tsx'

type Row = Entry<'listInboundWebhooks'>
type Status = Row['status']

const texts = {
  en: {
    title: 'Webhooks of processors',
    about: 'What processors have sent by themselves. Each is stored before it is answered, and applied afterwards.',
    received: 'Received',
    type: 'Type',
    tries: 'Tries',
    note: 'Note',
    statuses: { waiting: 'Waiting', applied: 'Applied', ignored: 'Ignored', parked: 'Parked' },
    replay: 'Replay',
    replayThese: 'Replay these',
    effect: 'It is applied again at once. One that was applied ends the same.',
    over: 'Its content has been deleted, since it is old.',
    empty: 'No webhooks',
    hint: 'No processor has sent one of this kind.',
  },
  ro: {
    title: 'Webhookuri ale procesatorilor',
    about: 'Ce au trimis procesatorii de la sine. Fiecare se păstrează înainte de răspuns și se aplică după aceea.',
    received: 'Primit',
    type: 'Tip',
    tries: 'Încercări',
    note: 'Notă',
    statuses: { waiting: 'În așteptare', applied: 'Aplicat', ignored: 'Ignorat', parked: 'Oprit' },
    replay: 'Reaplică',
    replayThese: 'Reaplică-le pe acestea',
    effect: 'Se aplică din nou imediat. Unul care a fost aplicat se termină la fel.',
    over: 'Conținutul a fost șters, fiind vechi.',
    empty: 'Niciun webhook',
    hint: 'Niciun procesator nu a trimis unul de acest fel.',
  },
} satisfies Texts<unknown>

const tones = { waiting: 'wait', applied: 'good', ignored: 'neutral', parked: 'bad' } as const

/** What processors have sent by themselves, whether it was applied, and applying it again. */
export default function InboundWebhooks() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const again = useAgain<Row>({
    name: 'replay',
    permission: 'connectors:replay',
    texts: { one: t.replay, these: t.replayThese, effect: t.effect, over: t.over },
    nameOf: ({ messageId }) => messageId,
    can: ({ canReplay }) => canReplay,
    run: replay,
  })
  const columns: Column<Row>[] = [
    { name: 'received', title: `${t.received} (${zone})`, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    { name: 'connection', title: c.connector, cell: ({ connection }) => connection },
    { name: 'type', title: t.type, cell: ({ type }) => <Parted text={type} />, phone: 'second' },
    { name: 'number', title: c.number, cell: ({ messageId }) => messageId, phone: 'second' },
    {
      name: 'status',
      title: c.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
    },
    { name: 'tries', title: t.tries, cell: ({ tries }) => tries, isEnd: true, phone: 'never' },
    { name: 'note', title: t.note, cell: ({ note }) => note, phone: 'second' },
    again.column,
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['inbound-webhooks']}
      filters={[{ name: 'status', label: c.status, kind: 'choice', options: optionsOf(t.statuses) }]}
      columns={columns}
      load={({ status }, page, signal) => {
        const query = { ...page, ...(status && { status: status as Status }) }
        return bodyOf(api.GET('/inbound-webhooks', { params: { query }, signal }))
      }}
      bulk={again.bulk}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

const replay = ({ id }: Row, reason: string) =>
  bodyOf(
    api.POST('/inbound-webhooks/{webhookId}/replay', { params: { path: { webhookId: Number(id) } }, body: { reason } }),
  )

/** A name of a processor's, such as `charge.dispute.created`: a line ends after its dots and underscores, not within a word. */
const Parted = ({ text }: { text: string }) =>
  text.split(/(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
