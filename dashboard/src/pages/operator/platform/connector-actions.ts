import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import type { Action } from '../../../ui/detail-page.tsx'
import { sending, useGate } from '../acting.tsx'

const texts = {
  en: {
    pause: 'Pause',
    pauseTitle: (id: string) => `Pause connector ${id}`,
    pauseEffect:
      'It gets no new payments or payouts. They go to the next connector of their order, or are refused when there is none; subscriptions wait. What it has is asked for, captured and refunded as before, so nothing is charged twice.',
    resume: 'Resume',
    resumeTitle: (id: string) => `Resume connector ${id}`,
    resumeEffect:
      'It gets new payments again within five seconds. Subscriptions that waited are billed within a quarter of an hour.',
  },
  ro: {
    pause: 'Pauză',
    pauseTitle: (id: string) => `Pune în pauză conectorul ${id}`,
    pauseEffect:
      'Nu mai primește plăți sau viramente noi. Ele merg la următorul conector din ordinea lor sau sunt refuzate dacă nu există altul; abonamentele așteaptă. Ce are deja este întrebat, încasat și rambursat ca înainte, deci nimic nu se încasează de două ori.',
    resume: 'Reia',
    resumeTitle: (id: string) => `Reia conectorul ${id}`,
    resumeEffect:
      'Primește din nou plăți noi în cinci secunde. Abonamentele care au așteptat se încasează într-un sfert de oră.',
  },
} satisfies Texts<unknown>

type Connector = { id: string; paused?: object | undefined }

/** What can be done with a connector: the one that fits how it is. */
export function useConnectorAction(): (connector: Connector) => Action {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return ({ id, paused }) =>
    paused
      ? {
          name: 'resume',
          label: t.resume,
          look: 'main',
          ...gate('connectors:pause'),
          spec: {
            title: t.resumeTitle(id),
            fields: [reason],
            effect: t.resumeEffect,
            submit: t.resumeTitle(id),
            run: (values, key) =>
              bodyOf(api.POST('/connectors/{connector}/resume', sending({ connector: id }, values, key))),
          },
        }
      : {
          name: 'pause',
          label: t.pause,
          ...gate('connectors:pause'),
          spec: {
            title: t.pauseTitle(id),
            fields: [reason],
            effect: t.pauseEffect,
            submit: t.pauseTitle(id),
            isDangerous: true,
            run: (values, key) =>
              bodyOf(api.POST('/connectors/{connector}/pause', sending({ connector: id }, values, key))),
          },
        }
}
