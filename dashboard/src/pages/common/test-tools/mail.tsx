import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time } from '../../../parts/time.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { useTool } from './place.ts'

const texts = {
  en: {
    title: 'Mailbox',
    text: 'Text',
    copy: 'Copy the text',
    facts: 'Details',
    from: 'From',
    to: 'To',
    replyTo: 'Answers go to',
    received: 'Received',
    files: 'Attached',
  },
  ro: {
    title: 'Căsuța poștală',
    text: 'Text',
    copy: 'Copiază textul',
    facts: 'Detalii',
    from: 'De la',
    to: 'Către',
    replyTo: 'Răspunsurile merg la',
    received: 'Primit',
    files: 'Atașate',
  },
} satisfies Texts<unknown>

export default function MailPage() {
  const t = useTexts(texts)
  const tool = useTool()
  const id = useThingId()
  return (
    <DetailPage<Reply<'getMail'>>
      detailKey={['mailbox', id]}
      load={(signal) => bodyOf(api.GET('/mailbox/{emailId}', { params: { path: { emailId: idIn(id) } }, signal }))}
      parent={{ title: t.title, to: tool('mailbox') }}
      id={id}
      heading={({ subject }) => ({ title: subject, tab: subject })}
      main={({ text }) => (
        <Panel title={t.text} actions={<CopyButton text={text}>{t.copy}</CopyButton>}>
          <p className="letter">{text.split(/(https?:\/\/\S+)/).map(linked)}</p>
        </Panel>
      )}
      side={({ from, to, replyTo, receivedAt, files }) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [t.from, from],
              [t.to, to],
              [t.replyTo, replyTo],
              [t.received, <Time key="at" at={receivedAt} />],
              [t.files, files.join(', ')],
            ]}
          />
        </Panel>
      )}
    />
  )
}

/** Addresses are followed as their reader would, in another tab. */
const linked = (part: string, index: number) =>
  index % 2 === 1 ? (
    <a key={index} href={part} target="_blank" rel="noreferrer">
      {part}
    </a>
  ) : (
    part
  )
