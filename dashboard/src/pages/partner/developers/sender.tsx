import { api, bodyOf, type Sent } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { SentAndReply } from '../../../parts/sent-reply.tsx'
import { useGate } from '../../common/acting.tsx'
import { TryPage } from '../../common/test-tools/try-form.tsx'
import { usePartner } from '../partner.ts'

const texts = {
  en: {
    title: 'Test sender',
    about:
      'Sends a sample event to your webhook address, signed as every event is, and shows what your server replies. It is about a customer that does not exist; it is not recorded and not sent again.',
    type: 'Event',
    send: 'Send',
  },
  ro: {
    title: 'Expeditor de test',
    about:
      'Trimite un eveniment de probă la adresa ta de webhook, semnat ca orice eveniment, și arată ce răspunde serverul tău. Este despre un client care nu există; nu se înregistrează și nu se retrimite.',
    type: 'Eveniment',
    send: 'Trimite',
  },
} satisfies Texts<unknown>

/** Every type that the interface sends, in the order of the choice. */
const eventTypes = {
  cardStatusChanged: true,
  kycStatusChanged: true,
  transactionCreated: true,
  transactionSettled: true,
  transaction3dsRequested: true,
  transaction3dsCompleted: true,
  disputeCreated: true,
  disputeUpdated: true,
  cardTestingSuspected: true,
  topupCreated: true,
  topupStatusChanged: true,
} satisfies Readonly<Record<Sent<'testPartnerWebhook'>['eventType'], true>>

export default function Sender() {
  const t = useTexts(texts)
  const { partnerId } = usePartner()
  const gate = useGate()
  return (
    <TryPage
      title={t.title}
      about={t.about}
      fields={[
        {
          name: 'eventType',
          label: t.type,
          kind: 'choice',
          options: Object.keys(eventTypes).map((type) => ({ value: type, label: type })),
        },
      ]}
      submit={t.send}
      {...gate('webhooks:test')}
      run={(values) =>
        bodyOf(
          api.POST('/partners/{partnerId}/events/test', {
            params: { path: { partnerId } },
            // The values are those of the options.
            body: values as never,
          }),
        )
      }
      shown={(sent) => <SentAndReply of={sent} />}
    />
  )
}
