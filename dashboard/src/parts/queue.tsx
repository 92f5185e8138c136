import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { plural, type Texts, useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { useInList } from '../ui/list/in-list.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useGo } from '../ui/url-state.ts'
import { Time } from './time.tsx'

const texts: Texts<{
  waiting: Partial<Record<Intl.LDMLPluralRule, string>>
  since: string
  next: string
  last: string
}> = {
  en: {
    waiting: { one: '# waits', other: '# wait' },
    since: 'the oldest since',
    next: 'Next that waits',
    last: 'Nothing else waits.',
  },
  ro: {
    waiting: { one: '# așteaptă', few: '# așteaptă', other: '# așteaptă' },
    since: 'cel mai vechi din',
    next: 'Următorul care așteaptă',
    last: 'Nu mai așteaptă altceva.',
  },
}

/** `isBusy`: somebody else works on it, so it is not the next. */
export type Waiting = { id: string; since: string; isBusy?: boolean }
export type QueueSpec = {
  /** Begins the key of the query. */
  queueKey: readonly unknown[]
  /** Who waits, the longest first. */
  load(signal: AbortSignal): Promise<{ waiting: readonly Waiting[]; total: number }>
  /** The one that is open. */
  id: string
  to(id: string): string
}

/** How many wait for a decision, since when, and the way to the next one. */
export function QueueLine({ queueKey, load, id, to }: QueueSpec) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const go = useGo()
  const { data } = useQuery({ queryKey: queueKey, queryFn: ({ signal }) => load(signal) })
  const next = nextOf(data?.waiting ?? [], id)
  // From a list, `j` is the next of the list.
  const isInList = useInList() !== undefined
  const keys = useMemo(() => {
    if (!next) return {}
    const turn = () => go(to(next.id))
    return isInList ? { s: turn } : { s: turn, j: turn }
  }, [next, go, to, isInList])
  useShortcuts(keys)
  if (!data) return null
  const [oldest] = data.waiting
  return (
    <div className="pager">
      <span className="meta">
        {plural(language, data.total, t.waiting)}
        {oldest && (
          <>
            , {t.since} <Time at={oldest.since} />
          </>
        )}
      </span>
      <Button shortcut="s" onPress={() => next && go(to(next.id))} {...(!next && { whyNot: t.last })}>
        {t.next}
      </Button>
    </div>
  )
}

/** The one after this one; after the last, or from one that no longer waits, the first. */
function nextOf(waiting: readonly Waiting[], id: string): Waiting | undefined {
  const here = waiting.findIndex((one) => one.id === id)
  const others = [...waiting.slice(here + 1), ...waiting.slice(0, Math.max(here, 0))].filter((one) => one.id !== id)
  return others.find(({ isBusy }) => !isBusy) ?? others[0]
}
