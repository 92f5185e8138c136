import { api, bodyOf, type Sent } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { SentAndReply } from '../../../parts/sent-reply.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { useGate } from '../../common/acting.tsx'
import { TryPage } from '../../common/test-tools/try-form.tsx'

type Statuses = Readonly<Record<Sent<'testNotification'>['transactionStatus'], string>>

const texts = {
  en: {
    title: 'Test sender',
    about:
      'Sends a sample notification to the address of a site, encrypted as every notification is, and shows what your server replies. It is about an order that does not exist, and is not sent again.',
    site: 'Site',
    status: 'What it says',
    send: 'Send',
    statuses: {
      'complete-ok': 'Paid (complete-ok)',
      'complete-failed': 'Declined (complete-failed)',
      'refund-ok': 'Refunded (refund-ok)',
      'void-ok': 'Voided (void-ok)',
      'charge-back': 'Charged back (charge-back)',
    },
  },
  ro: {
    title: 'Expeditor de test',
    about:
      'Trimite o notificare de probă la adresa unui magazin, criptată ca orice notificare, și arată ce răspunde serverul tău. Este despre o comandă care nu există și nu se retrimite.',
    site: 'Magazin',
    status: 'Ce spune',
    send: 'Trimite',
    statuses: {
      'complete-ok': 'Plătită (complete-ok)',
      'complete-failed': 'Respinsă (complete-failed)',
      'refund-ok': 'Rambursată (refund-ok)',
      'void-ok': 'Anulată (void-ok)',
      'charge-back': 'Contestată (charge-back)',
    },
  },
} satisfies Texts<{ statuses: Statuses; [word: string]: unknown }>

export default function Sender() {
  const t = useTexts(texts)
  const { sites } = useScope()
  const gate = useGate()
  return (
    <TryPage
      title={t.title}
      about={t.about}
      fields={[
        {
          name: 'siteId',
          label: t.site,
          kind: 'choice',
          options: sites.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'transactionStatus',
          label: t.status,
          kind: 'choice',
          options: Object.entries(t.statuses).map(([value, label]) => ({ value, label })),
        },
      ]}
      submit={t.send}
      {...gate('notifications:test')}
      // The values are those of the options.
      run={(values) => bodyOf(api.POST('/notifications/test', { body: values as never }))}
      shown={(sent) => <SentAndReply of={sent} />}
    />
  )
}
