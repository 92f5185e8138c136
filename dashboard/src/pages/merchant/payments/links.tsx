import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { LinkStatus } from '../../../parts/link-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import type { Action } from '../../../ui/detail-page.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at, merchantScope } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import type { Payment } from './detail.tsx'

const texts = {
  en: {
    title: 'Links',
    from: 'Paid by the link',
    recovers: 'It recovers the declined payment',
    again: 'This payment can be paid after all by',
    none: 'Make a link with which the customer pays the same amount, once. The order cannot be paid otherwise from then on.',
    recovery: 'Recovery link',
    make: 'Make recovery link',
    send: 'Send recovery link',
    why: 'The payment was declined.',
    how: 'Send it',
    ways: { no: 'No, I copy it', yes: 'By e-mail to the customer' },
    effect: 'The same amount, for the same customer, once. Two successful charges are not possible.',
    sendEffect: 'The customer receives it by e-mail, at most once a day.',
    emails: {
      sent: 'It is on its way by e-mail.',
      sentBefore: 'Not sent again: the customer received it by e-mail today.',
    },
    copy: 'Copy link',
  },
  ro: {
    title: 'Linkuri',
    from: 'Plătită prin linkul',
    recovers: 'Recuperează plata respinsă',
    again: 'Această plată se mai poate face prin',
    none: 'Fă un link cu care clientul plătește aceeași sumă, o singură dată. De atunci comanda nu se mai poate plăti altfel.',
    recovery: 'Link de recuperare',
    make: 'Fă link de recuperare',
    send: 'Trimite linkul de recuperare',
    why: 'Plata a fost respinsă.',
    how: 'Trimitere',
    ways: { no: 'Nu, îl copiez eu', yes: 'Prin e-mail, clientului' },
    effect: 'Aceeași sumă, pentru același client, o singură dată. Nu se poate încasa de două ori.',
    sendEffect: 'Clientul îl primește prin e-mail, cel mult o dată pe zi.',
    emails: { sent: 'Pleacă prin e-mail.', sentBefore: 'Nu se trimite din nou: clientul l-a primit azi prin e-mail.' },
    copy: 'Copiază linkul',
  },
} satisfies Texts<unknown>

type LinkRecord = NonNullable<Reply<'getPaymentLinks'>['recovery']>

/** The link by which it was paid, and the one by which a declined payment can be paid after all. */
export function PaymentLinks({ payment: { id, status, type, merchantId } }: { payment: Payment }) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['payment', id, 'links'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments/{paymentId}/links', { params: { path: { paymentId: idIn(id) } }, signal })),
    enabled: may('links:read'),
  })
  const isDeclined = status === 'failed' && type === 'deposit'
  if (!data || (!data.from && !data.recovery && !isDeclined)) return null
  const { from } = data
  // What was declined at a link is paid at that link.
  const recovery = data.recovery ?? (isDeclined ? from : undefined)
  return (
    <Panel title={t.title}>
      {from && !isDeclined && (
        <p>
          {t.from} <Link to={at(merchantScope(merchantId), 'links', from.id)}>{from.title}</Link>
        </p>
      )}
      {from?.recovers && from.recovers.paymentId !== id && (
        <p>
          {t.recovers} <Link to={at(scope, 'payments', from.recovers.paymentId)}>{from.recovers.paymentId}</Link>
        </p>
      )}
      {recovery && <Recovery link={recovery} merchantId={merchantId} />}
      {isDeclined && !recovery && <p className="soft">{t.none}</p>}
      {isDeclined && (!recovery || recovery.status === 'open') && (
        <div>
          <Recover id={id} isMade={recovery !== undefined} />
        </div>
      )}
    </Panel>
  )
}

function Recovery({ link, merchantId }: { link: LinkRecord; merchantId: string }) {
  const t = useTexts(texts)
  return (
    <>
      <p>
        {t.again} <Link to={at(merchantScope(merchantId), 'links', link.id)}>{link.title}</Link>{' '}
        <LinkStatus status={link.status} />
      </p>
      {link.status === 'open' && (
        <p>
          <CopyButton text={link.url} look="main">
            {t.copy}
          </CopyButton>
        </p>
      )}
    </>
  )
}

function Recover({ id, isMade }: { id: string; isMade: boolean }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = { ...useReasonField(), first: t.why }
  const ways = Object.entries(t.ways).map(([value, label]) => ({ value, label }))
  const action: Action = {
    name: 'recover',
    label: isMade ? t.send : t.make,
    ...(!isMade && { look: 'main' as const }),
    ...gate('links:create'),
    spec: {
      title: t.recovery,
      fields: [...(isMade ? [] : [{ name: 'send', label: t.how, kind: 'choice' as const, options: ways }]), reason],
      effect: isMade ? t.sendEffect : t.effect,
      submit: isMade ? t.send : t.make,
      run: ({ send = 'yes', reason: why = '' }, key) =>
        bodyOf(
          api.POST('/payments/{paymentId}/recovery-link', {
            params: { path: { paymentId: idIn(id) }, header: { 'Idempotency-Key': key } },
            body: { send: send === 'yes', reason: why },
          }),
        ),
      after: (result) => <Made link={result as Reply<'recoverPayment'>} />,
    },
  }
  return <ActionButton action={action} />
}

function Made({ link: { url, email } }: { link: Reply<'recoverPayment'> }) {
  const t = useTexts(texts)
  return (
    <>
      {email && <p className={`notice ${email === 'sent' ? 'good' : 'wait'}`}>{t.emails[email]}</p>}
      <p style={{ overflowWrap: 'anywhere' }}>
        <bdi>{url}</bdi>
      </p>
      <CopyButton text={url} look="main">
        {t.copy}
      </CopyButton>
    </>
  )
}
