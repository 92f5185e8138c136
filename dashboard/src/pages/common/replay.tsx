import { plural, type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { useReasonField } from '../../parts/reason.ts'
import { Link } from '../../ui/link.tsx'
import { useGate } from './acting.tsx'

const texts = {
  en: {
    replay: 'Replay',
    why: 'The receiver works again.',
    these: 'Each is sent again as it was, in a new delivery.',
    matching:
      'The server finds them and puts them into the queue of deliveries; each is sent again as it was. Those that are waiting already are left alone.',
    sent: { one: '# is in the queue and is sent again.', other: '# are in the queue and are sent again.' } as Forms,
    waiting: 'See those that wait',
  },
  ro: {
    replay: 'Retrimite',
    why: 'Serverul care primește funcționează din nou.',
    these: 'Fiecare se trimite din nou așa cum a fost, într-o livrare nouă.',
    matching:
      'Serverul le găsește și le pune în coada de livrare; fiecare se trimite din nou așa cum a fost. Cele care așteaptă deja rămân cum sunt.',
    sent: {
      one: 'Una este în coadă și se trimite din nou.',
      few: '# sunt în coadă și se trimit din nou.',
      other: '# sunt în coadă și se trimit din nou.',
    } as Forms,
    waiting: 'Vezi ce așteaptă',
  },
} satisfies Texts<unknown>
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * Sending again what a server did not take, notifications and webhooks alike: who fixed the receiver presses `n` and Enter,
 * so the reason is filled in, on one line.
 */
export function useReplay(permission: string) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = { ...useReasonField(), kind: 'text' as const, first: t.why }
  return {
    reason,
    /** Of what is selected, and of all that match. */
    these: { name: 'replay', label: t.replay, ...gate(permission), fields: [reason], effect: t.these },
    matching: { name: 'replay-matching', label: t.replay, ...gate(permission), fields: [reason], effect: t.matching },
  }
}

/** How many are sent again, and where they wait until then. */
export function Replayed({ count, to }: { count: number; to: string }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <>
      <p>{plural(language, count, t.sent)}</p>
      <p>
        <Link to={to}>{t.waiting}</Link>
      </p>
    </>
  )
}
