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
import { type BecauseOf, useCan } from '../../common/acting.tsx'
import type { Payment } from './detail.tsx'

const texts = {
  en: {
    title: 'Links',
    from: 'It came by the link',
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
    from: 'A venit prin linkul',
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

const recoverBecause: Texts<BecauseOf<Reply<'getPaymentLinks'>['actions']>> = {
  en: {
    payment_not_recoverable: 'Only a declined payment of a purchase can be paid by a link.',
    order_already_paid: 'The order is paid, or its amount is reserved.',
    site_inactive: 'The site takes no payments now.',
    recovery_link_removed: 'The link that recovered this payment was deleted.',
    recovery_link_not_open: 'Nothing can be paid by its link now: look at the link.',
  },
  ro: {
    payment_not_recoverable: 'Doar o plată respinsă a unei cumpărături poate fi plătită printr-un link.',
    order_already_paid: 'Comanda este plătită sau suma ei este rezervată.',
    site_inactive: 'Magazinul nu încasează plăți acum.',
    recovery_link_removed: 'Linkul care recupera această plată a fost șters.',
    recovery_link_not_open: 'Prin linkul ei nu se mai poate plăti acum: deschide linkul.',
  },
}

type Links = Reply<'getPaymentLinks'>
type LinkRecord = NonNullable<Links['recovery']>

/** The link by which it was paid, and the one by which a declined payment can be paid after all. */
export function PaymentLinks({ payment: { id, merchantId } }: { payment: Payment }) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['payment', id, 'links'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments/{paymentId}/links', { params: { path: { paymentId: idIn(id) } }, signal })),
    enabled: may('links:read'),
  })
  if (!data) return null
  const { from, recovery, actions } = data
  const recovers = !neverRecovered(actions.recover)
  if (!from && !recovery && !recovers) return null
  return (
    <Panel title={t.title}>
      {from && from.id !== recovery?.id && (
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
      {!recovery && actions.recover.allowed && <p className="soft">{t.none}</p>}
      {recovers && (
        <div>
          <Recover id={id} isMade={recovery !== undefined} action={actions.recover} />
        </div>
      )}
    </Panel>
  )
}

/** Of a payment that was not declined, or that no link can pay, recovery is not spoken of. */
const neverRecovered = ({ because }: Links['actions']['recover']) => because === 'payment_not_recoverable'

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

type RecoverProps = { id: string; isMade: boolean; action: Links['actions']['recover'] }

function Recover({ id, isMade, action: possible }: RecoverProps) {
  const t = useTexts(texts)
  const [can, because] = [useCan(), useTexts(recoverBecause)]
  const reason = { ...useReasonField(), first: t.why }
  const ways = Object.entries(t.ways).map(([value, label]) => ({ value, label }))
  const action: Action = {
    name: 'recover',
    label: isMade ? t.send : t.make,
    ...(!isMade && { look: 'main' as const }),
    ...can(possible, because),
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
