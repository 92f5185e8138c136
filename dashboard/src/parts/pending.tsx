import type { Reply } from '../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { requestWords } from './payment-steps.ts'
import { Time } from './time.tsx'

const texts = {
  en: {
    since: 'Since',
    unknown: (what: string) => `it is not known whether ${what} was done.`,
    asked: {
      one: 'The acquirer was asked once, and did not say.',
      other: 'The acquirer was asked # times, and did not say.',
    } as Partial<Record<Intl.LDMLPluralRule, string>>,
    notAsked: 'The acquirer was not asked again yet.',
    next: 'It is asked again at',
    undone: 'If nobody replies, it is undone at',
    person: 'It is not asked by itself any more: a person has to find out at the acquirer, and resolve it.',
    notTwice: {
      charge: 'Do not charge again: the customer may have paid.',
      refund: 'Do not refund again: the customer may have the money already.',
      other: 'Do not do it again: it may have been done.',
    },
  },
  ro: {
    since: 'Din',
    unknown: (what: string) => `nu se știe dacă s-a făcut ${what}.`,
    asked: {
      one: 'Banca acceptatoare a fost întrebată o dată și nu a spus.',
      few: 'Banca acceptatoare a fost întrebată de # ori și nu a spus.',
      other: 'Banca acceptatoare a fost întrebată de # de ori și nu a spus.',
    } as Partial<Record<Intl.LDMLPluralRule, string>>,
    notAsked: 'Banca acceptatoare nu a fost întrebată încă din nou.',
    next: 'Este întrebată din nou la',
    undone: 'Dacă nu răspunde nimeni, se anulează la',
    person:
      'Nu mai este întrebată de la sine: o persoană trebuie să afle de la banca acceptatoare și să rezolve plata.',
    notTwice: {
      charge: 'Nu încasa din nou: clientul poate a plătit.',
      refund: 'Nu rambursa din nou: clientul poate are deja banii.',
      other: 'Nu repeta operația: poate s-a făcut deja.',
    },
  },
} satisfies Texts<unknown>

export type Pending = NonNullable<Reply<'getPayment'>['pending']>

const dangerOf: Readonly<Partial<Record<Pending['kind'], 'charge' | 'refund'>>> = {
  authorize: 'charge',
  completeChallenge: 'charge',
  refund: 'refund',
  credit: 'refund',
}

/** What is not known, since when, what happens next and when, and what nobody should do until then. */
export function PendingNotice({ pending }: { pending: Pending }) {
  const t = useTexts(texts)
  const requests = useTexts(requestWords)
  const { language } = useLanguage()
  const { kind, since, inquiries, nextAt, reversedBy } = pending
  const what = t.unknown(requests[kind])
  return (
    <div className="notice unsure">
      <strong>
        {since ? (
          <>
            {t.since} <Time at={since} how="full" />, {what}
          </>
        ) : (
          what.charAt(0).toUpperCase() + what.slice(1)
        )}
      </strong>
      <span>{inquiries === 0 ? t.notAsked : plural(language, inquiries, t.asked)}</span>
      {nextAt ? (
        <span>
          {t.next} <Time at={nextAt} how="full" />.{' '}
          {reversedBy && (
            <>
              {t.undone} <Time at={reversedBy} how="full" />.
            </>
          )}
        </span>
      ) : (
        <span>{t.person}</span>
      )}
      <strong>{t.notTwice[dangerOf[kind] ?? 'other']}</strong>
    </div>
  )
}
