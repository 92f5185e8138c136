import { api, bodyOf, idIn } from '../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { useReasonField } from '../../parts/reason.ts'
import type { Action } from '../../ui/detail-page.tsx'
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
    one: 'Replay notification',
    oneEffect: 'The same body is sent again, in a new delivery.',
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
    one: 'Retrimite notificarea',
    oneEffect: 'Același conținut se trimite din nou, într-o livrare nouă.',
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

/** Sending one notification to a store again. */
export function useReplayOne(): (id: string) => Action {
  const t = useTexts(texts)
  const gate = useGate()
  const { reason } = useReplay('notifications:replay')
  return (id) => ({
    name: 'replay',
    label: t.one,
    shortcut: 'n',
    ...gate('notifications:replay'),
    spec: {
      title: `${t.one} ${id}`,
      fields: [reason],
      effect: t.oneEffect,
      submit: t.replay,
      run: ({ reason: why = '' }) =>
        bodyOf(
          api.POST('/notifications/{notificationId}/replay', {
            params: { path: { notificationId: idIn(id) } },
            body: { reason: why },
          }),
        ),
    },
  })
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
