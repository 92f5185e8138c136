import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useTool } from './place.ts'

const texts = {
  en: {
    title: 'Mailbox',
    about: 'In test mode no email leaves the installation: it is caught here.',
    address: 'Address',
    subject: 'Subject',
    to: 'To',
    received: 'Received',
    empty: 'No email was caught yet',
    emptyHint: 'Receipts, links and codes that would be sent are here as soon as something sends one.',
  },
  ro: {
    title: 'Căsuța poștală',
    about: 'În modul de test niciun e-mail nu părăsește instalarea: este reținut aici.',
    address: 'Adresa',
    subject: 'Subiect',
    to: 'Către',
    received: 'Primit',
    empty: 'Încă nu a fost reținut niciun e-mail',
    emptyHint: 'Chitanțele, linkurile și codurile care s-ar trimite apar aici imediat ce ceva le trimite.',
  },
} satisfies Texts<unknown>

export default function Mailbox() {
  const t = useTexts(texts)
  const zone = useZoneName()
  const tool = useTool()
  return (
    <ListPage<Entry<'listMailbox'>>
      title={t.title}
      about={t.about}
      listKey={['mailbox']}
      filters={[{ name: 'address', label: t.address, kind: 'text' }]}
      columns={[
        { name: 'subject', title: t.subject, cell: ({ subject }) => subject },
        { name: 'to', title: t.to, cell: ({ to }) => to },
        {
          name: 'receivedAt',
          title: `${t.received} (${zone})`,
          cell: ({ receivedAt }) => <Time at={receivedAt} />,
          phone: 'second',
        },
      ]}
      load={(search, page, signal) =>
        bodyOf(api.GET('/mailbox', { params: { query: { ...search, ...page } }, signal }))
      }
      to={({ id }) => tool('mailbox', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
