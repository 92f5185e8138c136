import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { withSearch } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { usePartner } from '../partner.ts'
import { type Partner, partnerDialog } from '../programme/change.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Webhook endpoint',
    home: 'Home',
    sent: (url: string) => `Events are sent to ${url}.`,
    unsent: 'There is no address: events are recorded and not sent.',
    url: 'Address',
    clear: 'Left empty: none; events are recorded and not sent.',
    retries: 'Attempts',
    documented: '3 attempts, as documented',
    long: '16 attempts in two days',
    events: 'Events',
    parked: 'Parked events',
    keys: 'Signing keys',
    tryIt: 'Try it',
    sender: 'Send a sample event',
    grader: 'Grade your server',
    change: 'Change the endpoint',
    effect: 'Events that are sent from now on go to this address; it must answer with 2xx.',
  },
  ro: {
    title: 'Adresa de webhook',
    home: 'Acasă',
    sent: (url: string) => `Evenimentele se trimit la ${url}.`,
    unsent: 'Nu există o adresă: evenimentele se înregistrează și nu se trimit.',
    url: 'Adresa',
    clear: 'Lăsată goală: niciuna; evenimentele se înregistrează și nu se trimit.',
    retries: 'Încercări',
    documented: '3 încercări, ca în documentație',
    long: '16 încercări în două zile',
    events: 'Evenimente',
    parked: 'Evenimente oprite',
    keys: 'Chei de semnare',
    tryIt: 'Încearcă',
    sender: 'Trimite un eveniment de probă',
    grader: 'Evaluează serverul tău',
    change: 'Modifică adresa',
    effect: 'Evenimentele trimise de acum merg la această adresă; ea trebuie să răspundă cu 2xx.',
  },
} satisfies Texts<unknown>

export default function Endpoint() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  const { partnerId, to } = usePartner()
  return (
    <DetailPage<Partner>
      detailKey={['partner', partnerId]}
      load={(signal) => bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId } }, signal }))}
      parent={{ title: t.home, to: to() }}
      id={partnerId}
      heading={({ webhookUrl }) => ({
        title: t.title,
        tab: t.title,
        sentence: webhookUrl ? t.sent(webhookUrl) : t.unsent,
      })}
      actions={({ webhookUrl = '', webhookRetries }) => [
        {
          name: 'change',
          label: c.change,
          ...gate('partners:change'),
          spec: {
            title: t.change,
            fields: [
              { name: 'webhookUrl', label: t.url, first: webhookUrl, hint: t.clear },
              {
                name: 'webhookRetries',
                label: t.retries,
                kind: 'choice',
                first: webhookRetries,
                options: [
                  { value: 'documented', label: t.documented },
                  { value: 'long', label: t.long },
                ],
              },
              reason,
            ],
            effect: t.effect,
            submit: t.change,
            ...partnerDialog(partnerId, ['webhookUrl', 'webhookRetries']),
          },
        },
      ]}
      main={({ webhookUrl, webhookRetries }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [t.url, webhookUrl && <code>{webhookUrl}</code>],
              [t.retries, t[webhookRetries]],
              [
                t.events,
                <Link key="events" to={to('webhooks', 'events')}>
                  {c.all}
                </Link>,
              ],
              [
                t.parked,
                <Link key="parked" to={withSearch(to('webhooks', 'events'), { status: 'parked' })}>
                  {c.all}
                </Link>,
              ],
              [
                t.keys,
                <Link key="keys" to={to('developers')}>
                  {c.all}
                </Link>,
              ],
              [
                t.tryIt,
                webhookUrl && (
                  <>
                    <Link to={to('developers', 'sender')}>{t.sender}</Link>
                    {' · '}
                    <Link to={to('webhooks', 'grader')}>{t.grader}</Link>
                  </>
                ),
              ],
            ]}
          />
        </Panel>
      )}
    />
  )
}
