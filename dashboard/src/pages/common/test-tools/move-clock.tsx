import { type ReactNode, useState } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { formatTime, useZone } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { WhyNotLine } from '../../../ui/why-not.tsx'
import { useGate } from '../acting.tsx'

const texts = {
  en: {
    done: { one: '# thing fell due and was done.', other: '# things fell due and were done.' },
    notYet: 'It has not arrived yet; move it once more and it goes on.',
    here: 'Move the clock here',
    reason: 'A test, from the dashboard.',
    effect: (when: string) =>
      `The clock of this installation goes to ${when}. What falls due on the way is done, each thing at its own time, for everybody. It does not go back, except by a reset.`,
    submit: 'Move the clock',
  },
  ro: {
    done: {
      one: '# lucru a ajuns la scadență și a fost făcut.',
      few: '# lucruri au ajuns la scadență și au fost făcute.',
      other: '# de lucruri au ajuns la scadență și au fost făcute.',
    },
    notYet: 'Încă nu a ajuns; mută-l încă o dată și merge mai departe.',
    here: 'Mută ceasul aici',
    reason: 'Un test, din panou.',
    effect: (when: string) =>
      `Ceasul acestei instalări merge la ${when}. Ce ajunge la scadență pe drum se face, fiecare la timpul lui, pentru toți. Nu merge înapoi decât la resetare.`,
    submit: 'Mută ceasul',
  },
} satisfies Texts<unknown>

type Clock = Reply<'getClock'>
export type Move = { how: 'run' | 'next' | 'pause' | 'resume' | 'reset'; by?: string; to?: string }

/** One call goes on for a while; a long way is gone in several. */
const callsMax = 30

export async function moveClock(move: Move, reason: string): Promise<Clock> {
  let done = 0
  let next = move
  for (let calls = 1; ; calls++) {
    // Durations and moments are texts, which the types of the document do not say.
    const clock = await bodyOf(api.POST('/clock', { body: { ...next, reason } as never }))
    done += clock.done
    if (!clock.more || !clock.to || calls === callsMax) return { ...clock, done }
    next = { how: 'run', to: clock.to }
  }
}

/** What was done on the way. */
export function Moved({ clock: { done, more } }: { clock: Clock }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <div className="notice" role="status">
      <span>{plural(language, done, t.done)}</span>
      {more && <span>{t.notYet}</span>}
    </div>
  )
}

/**
 * In test mode the ways to moments that are ahead, and the form that each opens, to be shown where it stays while what leads to it
 * changes; undefined where the clock is nobody's to move.
 */
export function useMoveClock(): MoveClock | undefined {
  const t = useTexts(texts)
  const { testMode } = useMe()
  const { whyNot } = useGate()('clock:change')
  const reason = useReasonField()
  const { language } = useLanguage()
  const { zone } = useZone()
  const [to, setTo] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  if (!testMode) return undefined
  return {
    way: (moment) => (
      <Button onPress={() => setTo(moment)} onRefused={() => setRefused(true)} whyNot={whyNot}>
        {t.here}
      </Button>
    ),
    form: (
      <>
        <WhyNotLine of={isRefused ? { label: t.here, whyNot } : undefined} />
        {to !== undefined && (
          <ActionDialog<Clock>
            spec={{
              title: t.here,
              fields: [{ ...reason, first: t.reason }],
              effect: t.effect(formatTime(language, zone, to, 'full')),
              submit: t.submit,
              run: ({ reason: why = '' }) => moveClock({ how: 'run', to }, why),
              after: (clock) => <Moved clock={clock} />,
            }}
            onClose={() => setTo(undefined)}
          />
        )}
      </>
    ),
  }
}
export type MoveClock = { way(moment: string): ReactNode; form: ReactNode }
