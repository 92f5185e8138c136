import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { type ReadByList, SoughtContext } from '../ui/list/found-in-list.tsx'
import { namesFilters } from '../ui/list/typed-filters.ts'
import { usePageAt } from '../ui/page-at.tsx'
import { useRested } from '../ui/rested.ts'
import { Loading } from '../ui/states.tsx'
import { at, type Scope } from '../urls.ts'
import { addressOf, useNav } from './nav.tsx'

const texts = {
  en: {
    unknown: (names: string) => `No list has a filter ${names}. It is looked for as text.`,
    partly: (names: string) => `This list has no filter ${names}: it is left out.`,
    lost: (text: string) => `This list does not look for “${text}”: it is left out.`,
    wrong: (label: string, value: string) => `${label} cannot be “${value}”.`,
    canBe: (options: string) => `It can be ${options}.`,
  },
  ro: {
    unknown: (names: string) => `Nicio listă nu are filtrul ${names}. Se caută ca text.`,
    partly: (names: string) => `Lista aceasta nu are filtrul ${names}: nu contează.`,
    lost: (text: string) => `Lista aceasta nu caută „${text}”: nu contează.`,
    wrong: (label: string, value: string) => `${label} nu poate fi „${value}”.`,
    canBe: (options: string) => `Poate fi ${options}.`,
  },
} satisfies Texts<unknown>

/** The lists whose filters the search understands: the first one that knows every word shows its rows. */
const listsOf: Record<Scope['kind'], readonly string[]> = {
  merchant: ['payments', 'orders', 'links', 'disputes', 'notifications', 'customers', 'stored-cards', 'money/invoices'],
  partner: ['transactions/card', 'topups', 'cards', 'accounts', 'transactions/disputes', 'transactions/challenges'],
  platform: ['merchants', 'money/payouts', 'reviews/kyc', 'settings/audit'],
}

/** The lists of the scope that the person may see, by their addresses. */
function useLists(scope: Scope): readonly string[] {
  const nav = useNav(scope)
  return useMemo(() => {
    const seen = nav.flatMap((entry) => [entry, ...(entry.children ?? [])]).map((entry) => addressOf(scope, entry))
    return listsOf[scope.kind].map((path) => at(scope, ...path.split('/'))).filter((to) => seen.includes(to))
  }, [nav, scope])
}

/** The list that understands a text, with its filters in the address; none, when none understands any of it. */
export type ReadText = { text: string; to: string | undefined }

type Props = {
  scope: Scope
  text: string
  onRead(read: ReadText): void
  onFollow?: () => void
}

/** Rows of a list by the words of its filters: `status:failed amount:>100`. What it does not understand it says. */
export function FoundByFilters({ scope, text: typed, onRead, onFollow }: Props) {
  const text = useRested(typed)
  const lists = useLists(scope)
  const [reads, setReads] = useState<{ text: string; of: Readonly<Record<string, ReadByList>> }>({ text, of: {} })
  const of = reads.text === text ? reads.of : {}
  const whole = lists.find((path) => of[path]?.isWhole)
  // Most texts are understood by the first.
  const [first = ''] = lists
  const asked = of[first] && !of[first].isWhole ? lists.length : 1
  const isOver = whole !== undefined || Object.keys(of).length === lists.length
  const best = lists.toSorted((a, b) => (of[b]?.known ?? 0) - (of[a]?.known ?? 0))[0]
  const shown = whole ?? (isOver && best && (of[best]?.known ?? 0) > 0 ? best : undefined)
  const read = shown === undefined ? (best && isOver ? of[best] : undefined) : of[shown]
  const to = shown === undefined ? undefined : read?.to
  useEffect(() => {
    if (isOver) onRead({ text, to })
  }, [isOver, text, to, onRead])
  const received = useCallback(
    (path: string, one: ReadByList) =>
      setReads((before) => ({ text, of: { ...(before.text === text ? before.of : {}), [path]: one } })),
    [text],
  )
  if (!namesFilters(text)) return null
  return (
    <>
      {isOver && read && <NotUnderstood read={read} isShown={shown !== undefined} />}
      {lists.slice(0, asked).map((path) => (
        <OneList key={path} {...{ path, text, onFollow }} isShown={path === shown} onRead={received} />
      ))}
    </>
  )
}

function NotUnderstood({ read: { unknown, lost, wrong }, isShown }: { read: ReadByList; isShown: boolean }) {
  const t = useTexts(texts)
  if (unknown.length === 0 && wrong.length === 0 && (lost === '' || !isShown)) return null
  const names = unknown.map((name) => `“${name}”`).join(', ')
  return (
    <div className="notice wait" role="status">
      {names !== '' && <span>{isShown ? t.partly(names) : t.unknown(names)}</span>}
      {isShown && lost !== '' && <span>{t.lost(lost)}</span>}
      {wrong.map(({ label, value, options }) => (
        <span key={`${label} ${value}`}>
          {t.wrong(label, value)} {options.length > 0 && t.canBe(options.join(', '))}
        </span>
      ))}
    </div>
  )
}

type OneListProps = {
  path: string
  text: string
  isShown: boolean
  onRead(path: string, read: ReadByList): void
  onFollow?: (() => void) | undefined
}

function OneList({ path, text, isShown, onRead, onFollow }: OneListProps) {
  const List = usePageAt(path)
  const received = useCallback((read: ReadByList) => onRead(path, read), [path, onRead])
  const sought = useMemo(
    () => ({ text, path, isShown, onRead: received, onFollow }),
    [text, path, isShown, received, onFollow],
  )
  return (
    List && (
      <SoughtContext value={sought}>
        <Suspense fallback={<Loading lines={2} />}>
          <List />
        </Suspense>
      </SoughtContext>
    )
  )
}
