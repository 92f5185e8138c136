import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { MerchantLink, PartnerLink, SiteName } from '../names.tsx'
import { common } from '../words.ts'
import { useAgain } from './again.tsx'

type Row = Entry<'listParkedEmails'>
type Reader = Row['to']

const texts = {
  en: {
    title: 'Parked e-mails',
    about: 'E-mails that no mail server has accepted in time, or that had nobody to go to. They wait for a person.',
    to: 'To',
    readers: { staff: 'Staff of merchants', shoppers: 'Shoppers', customers: 'Customers of partners' },
    whose: 'Of',
    what: 'E-mail',
    response: 'Why it was not delivered',
    tries: 'Tries',
    resend: 'Send again',
    resendThese: 'Send these again',
    effect: 'It is tried again from the beginning, with the same content.',
    over: 'Its content has been deleted, or its code has expired.',
    empty: 'No parked e-mails',
    hint: 'Every e-mail of this kind was delivered, or is still being tried.',
    kinds: {
      'dispute-opened': 'A payment is disputed',
      'dispute-deadline': 'A dispute without a response',
      'payout-returned': 'A payout was returned',
      'refund-returned': 'A refund came back',
      'capture-failed': 'A capture failed',
      receipt: 'Receipt',
      reservation: 'Reservation',
      'money-back': 'Money back',
      unpaid: 'Unpaid bill',
      'last-notice': 'Last notice',
      'card-expiring': 'Card about to expire',
      ended: 'Subscription ended',
      link: 'Link',
      recovery: 'Another way to pay',
      invoice: 'Invoice',
      'credit-note': 'Credit note',
      'registration-code': 'Code to register',
      'already-registered': 'Already registered',
      'login-code': 'Code to log in',
      'password-code': 'Code for a new password',
      'no-password': 'No password here',
      'password-changed': 'Password changed',
      'card-tried': 'Card data tried',
    } as Readonly<Record<string, string>>,
  },
  ro: {
    title: 'E-mailuri oprite',
    about:
      'E-mailuri pe care niciun server nu le-a acceptat la timp sau care nu aveau cui să ajungă. Așteaptă o persoană.',
    to: 'Către',
    readers: { staff: 'Personalul comercianților', shoppers: 'Cumpărători', customers: 'Clienții partenerilor' },
    whose: 'De la',
    what: 'E-mail',
    response: 'De ce nu a fost livrat',
    tries: 'Încercări',
    resend: 'Trimite din nou',
    resendThese: 'Trimite-le din nou pe acestea',
    effect: 'Este încercat din nou de la început, cu același conținut.',
    over: 'Conținutul a fost șters sau codul a expirat.',
    empty: 'Niciun e-mail oprit',
    hint: 'Toate e-mailurile de acest fel au fost livrate sau se mai încearcă.',
    kinds: {
      'dispute-opened': 'O plată este contestată',
      'dispute-deadline': 'O contestație fără răspuns',
      'payout-returned': 'Un virament s-a întors',
      'refund-returned': 'O rambursare s-a întors',
      'capture-failed': 'O încasare a eșuat',
      receipt: 'Chitanță',
      reservation: 'Rezervare',
      'money-back': 'Bani înapoi',
      unpaid: 'Factură neplătită',
      'last-notice': 'Ultima înștiințare',
      'card-expiring': 'Card care expiră',
      ended: 'Abonament încheiat',
      link: 'Link',
      recovery: 'Alt mod de plată',
      invoice: 'Factură',
      'credit-note': 'Factură storno',
      'registration-code': 'Cod de înregistrare',
      'already-registered': 'Deja înregistrat',
      'login-code': 'Cod de autentificare',
      'password-code': 'Cod pentru parolă nouă',
      'no-password': 'Fără parolă aici',
      'password-changed': 'Parolă schimbată',
      'card-tried': 'Date de card încercate',
    } as Readonly<Record<string, string>>,
  },
} satisfies Texts<unknown>

const readers = ['staff', 'shoppers', 'customers'] as const satisfies readonly Reader[]

/** E-mails that were given up, to any reader: why, and sending them again. */
export default function ParkedMail() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const again = useAgain<Row>({
    name: 'resend',
    permission: 'emails:send',
    texts: { one: t.resend, these: t.resendThese, effect: t.effect, over: t.over },
    nameOf: ({ kind }) => t.kinds[kind] ?? kind,
    can: ({ canResend }) => canResend,
    run: resend,
  })
  const columns: Column<Row>[] = [
    { name: 'what', title: t.what, cell: ({ kind }) => t.kinds[kind] ?? kind },
    { name: 'owner', title: t.whose, cell: (row) => <Owner of={row} />, phone: 'second' },
    {
      name: 'created',
      title: `${c.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
    },
    { name: 'response', title: t.response, cell: ({ lastResponse }) => lastResponse ?? '–', phone: 'second' },
    { name: 'tries', title: t.tries, cell: ({ attempts }) => attempts, isEnd: true, phone: 'never' },
    again.column,
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['parked-emails']}
      filters={[
        {
          name: 'to',
          label: t.to,
          kind: 'choice',
          usual: 'staff',
          options: readers.map((value) => ({ value, label: t.readers[value] })),
        },
      ]}
      columns={columns}
      load={({ to = 'staff' }, page, signal) =>
        bodyOf(api.GET('/parked-emails', { params: { query: { ...page, to: to as Reader } }, signal }))
      }
      bulk={again.bulk}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

const resend = ({ to, id }: Row, reason: string) =>
  bodyOf(
    api.POST('/parked-emails/{to}/{emailId}/resend', {
      params: { path: { to, emailId: Number(id) } },
      body: { reason },
    }),
  )

function Owner({ of: { to, ownerId } }: { of: Row }) {
  if (to === 'shoppers') return <SiteName id={ownerId} />
  return to === 'staff' ? <MerchantLink id={ownerId} /> : <PartnerLink id={ownerId} />
}
