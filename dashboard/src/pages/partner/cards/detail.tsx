import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { type BecauseOf, sending, useCan } from '../../common/acting.tsx'
import { Requests } from '../../common/requests/panel.tsx'
import { useId, usePartner } from '../partner.ts'
import { cards } from '../statuses.ts'
import { Latest } from '../transactions/latest.tsx'
import { common } from '../words.ts'

type Card = Reply<'getCard'>
type Because = BecauseOf<Card['actions']>
type Suspensions = Readonly<Record<Card['suspensions'][number], string>>

const texts = {
  en: {
    title: 'Cards',
    product: 'Card product',
    expires: 'Expires',
    virtual: 'Virtual card',
    physical: 'Physical card',
    wrongPins: 'Wrong PINs in a row',
    replaces: 'Replaces the card',
    reissuedBecause: 'Replaced because',
    because: {
      card_transition: 'It is not possible in this state.',
      card_suspended_otherwise: 'Staff have not suspended it. What it is suspended for is ended elsewhere.',
    } satisfies Because,
    sentence: {
      pending: 'The card is being made. It cannot be used yet.',
      readyToBeActivated: 'The customer has not activated the card yet. It cannot be used.',
      active: 'The card can be used.',
      frozen: 'The customer has frozen the card, and can unfreeze it in the app. Payments are declined.',
      suspended: 'The card is suspended. Payments are declined until none of its reasons is left.',
      closed: 'The card is closed for good.',
    },
    suspendedFor: 'Suspended for',
    suspensions: {
      pin: 'wrong PINs, until the customer unblocks the PIN',
      staff: 'the programme, until staff resume it',
      screening: 'sanctions screening, until the hit is cleared',
      rejected: 'a rejection, until the customer is approved',
    } satisfies Suspensions,
    reissues: {
      lost: 'Lost',
      stolen: 'Stolen',
      damaged: 'Damaged',
      expired: 'Expired',
      compromised: 'Number known to others',
    },
    names: { suspend: 'Suspend', resume: 'Resume', close: 'Close' },
    effects: {
      suspend: 'Every payment is declined until somebody resumes the card. The customer cannot end this.',
      resume:
        'The card works again, unless it is suspended for something else. One that the customer had frozen is frozen again.',
      close: 'The card ends for good. This is final.',
    },
  },
  ro: {
    title: 'Carduri',
    product: 'Produsul de card',
    expires: 'Expiră',
    virtual: 'Card virtual',
    physical: 'Card fizic',
    wrongPins: 'PIN-uri greșite la rând',
    replaces: 'Înlocuiește cardul',
    reissuedBecause: 'Înlocuit pentru că',
    because: {
      card_transition: 'Nu se poate în această stare.',
      card_suspended_otherwise: 'Nu a fost suspendat de personal. Suspendarea se încheie în altă parte.',
    } satisfies Because,
    sentence: {
      pending: 'Cardul este în pregătire. Încă nu poate fi folosit.',
      readyToBeActivated: 'Clientul nu a activat încă acest card. Nu poate fi folosit.',
      active: 'Cardul poate fi folosit.',
      frozen: 'Clientul a înghețat cardul și îl poate dezgheța în aplicație. Plățile sunt respinse.',
      suspended: 'Cardul este suspendat. Plățile sunt respinse cât timp există un motiv.',
      closed: 'Cardul este închis definitiv.',
    },
    suspendedFor: 'Suspendat pentru',
    suspensions: {
      pin: 'PIN-uri greșite, până când clientul deblochează PIN-ul',
      staff: 'program, până când personalul reia cardul',
      screening: 'verificarea sancțiunilor, până când potrivirea este respinsă',
      rejected: 'o respingere, până când clientul este aprobat',
    } satisfies Suspensions,
    reissues: {
      lost: 'Pierdut',
      stolen: 'Furat',
      damaged: 'Deteriorat',
      expired: 'Expirat',
      compromised: 'Numărul e știut de alții',
    },
    names: { suspend: 'Suspendă', resume: 'Reia', close: 'Închide' },
    effects: {
      suspend: 'Toate plățile sunt respinse până când cineva reia cardul. Clientul nu poate încheia suspendarea.',
      resume:
        'Cardul merge din nou, dacă nu este suspendat și pentru altceva. Unul pe care clientul îl înghețase este iar înghețat.',
      close: 'Cardul se încheie definitiv.',
    },
  },
} satisfies Texts<unknown>

export default function CardPage() {
  const t = useTexts(texts)
  const id = useId()
  const { to } = usePartner()
  const actions = useSteps()
  return (
    <DetailPage<Card>
      detailKey={['card', id]}
      load={(signal) => bodyOf(api.GET('/cards/{cardId}', { params: { path: { cardId: id } }, signal }))}
      parent={{ title: t.title, to: to('cards') }}
      id={id}
      heading={({ last4, status }) => ({
        title: `···· ${last4}`,
        tab: `${t.title} ··${last4}`,
        badge: <cards.Status status={status} />,
        sentence: t.sentence[status],
      })}
      actions={actions}
      main={() => (
        <>
          <Latest of={{ cardId: id }} />
          <Requests concerns={[`card:${id}`]} />
        </>
      )}
      side={(card) => <About card={card} />}
    />
  )
}

function useSteps(): (card: Card) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  return ({ id: cardId, actions, last4 }) =>
    (['suspend', 'resume', 'close'] as const).map((name) => ({
      name,
      label: t.names[name],
      ...can(actions[name], t.because),
      ...(name === 'close' && { look: 'danger' as const }),
      spec: {
        title: `${t.names[name]}: ···· ${last4}`,
        fields: [reason],
        effect: t.effects[name],
        submit: t.names[name],
        isDangerous: name !== 'resume',
        run: (values, key) => bodyOf(api.POST(`/cards/{cardId}/${name}`, sending({ cardId }, values, key))),
      },
    }))
}

function About({ card }: { card: Card }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { to } = usePartner()
  const reissues: Readonly<Record<string, string>> = t.reissues
  const { virtual, currency, expiryMonth, expiryYear, customerId, accountId, productId, replaces, reissueReason } = card
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.kind, virtual ? t.virtual : t.physical],
          [c.currency, currency],
          [t.expires, `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`],
          [
            c.customer,
            <Link key="c" to={to('customers', customerId)}>
              {customerId}
            </Link>,
          ],
          [
            c.account,
            <Link key="a" to={to('accounts', accountId)}>
              {accountId}
            </Link>,
          ],
          [
            t.product,
            <Link key="p" to={to('programme', 'products', productId)}>
              {productId}
            </Link>,
          ],
          [t.suspendedFor, card.suspensions.map((one) => t.suspensions[one]).join('; ')],
          [t.wrongPins, card.wrongPins > 0 && String(card.wrongPins)],
          [t.replaces, replaces && <Link to={to('cards', replaces)}>{replaces}</Link>],
          [t.reissuedBecause, reissueReason && (reissues[reissueReason] ?? reissueReason)],
          [c.created, <Time key="created" at={card.createdAt} />],
        ]}
      />
    </Panel>
  )
}
