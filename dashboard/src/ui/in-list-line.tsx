import { useRouter } from '@tanstack/react-router'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { base, Link } from './link.tsx'
import { asState, type InList, useInList } from './list/in-list.ts'
import { rememberRow } from './row-keys.ts'
import { useShortcuts } from './shortcuts.ts'
import { usePath } from './url-state.ts'

const texts: Texts<{
  place: (nth: number, total: string) => string
  placeOnPage: (nth: number, count: number) => string
  next: string
  previous: string
  noNext: string
  noPrevious: string
}> = {
  en: {
    place: (nth, total) => `${nth} of ${total} in`,
    placeOnPage: (nth, count) => `${nth} of ${count} of this page of`,
    next: 'Next',
    previous: 'Previous',
    noNext: 'It is the last one of this page of the list.',
    noPrevious: 'It is the first one of this page of the list.',
  },
  ro: {
    place: (nth, total) => `${nth} din ${total} în`,
    placeOnPage: (nth, count) => `${nth} din ${count} de pe această pagină din`,
    next: 'Următorul',
    previous: 'Precedentul',
    noNext: 'Este ultimul de pe această pagină a listei.',
    noPrevious: 'Este primul de pe această pagină a listei.',
  },
}

/** Of a thing that was opened from a list: its place there, and the ways to the things beside it. */
export function InListLine() {
  const inList = useInList()
  const path = usePath()
  const nth = inList?.rows.findIndex(({ to }) => to === path) ?? -1
  return inList && nth >= 0 ? <Line inList={inList} nth={nth} /> : null
}

function Line({ inList, nth }: { inList: InList; nth: number }) {
  const t = useTexts(texts)
  const { history } = useRouter()
  const { title, to, rows, before, total } = inList
  // One step of the history for all of them: Back leads to the list, where the last one is focused.
  const turn = (row: InList['rows'][number] | undefined) => {
    if (!row) return
    rememberRow(row.id, to)
    history.replace(`${base}${row.to}`, asState(inList) as never) // states of ours are not the router's
  }
  const [previous, next] = [rows[nth - 1], rows[nth + 1]]
  useShortcuts({ j: () => turn(next), k: () => turn(previous) })
  return (
    <nav className="actions" aria-label={title}>
      <span className="meta">
        {before === undefined ? t.placeOnPage(nth + 1, rows.length) : t.place(before + nth + 1, total)}{' '}
        <Link to={to}>{title}</Link>
      </span>
      <Button shortcut="k" onPress={() => turn(previous)} {...(!previous && { whyNot: t.noPrevious })}>
        {t.previous}
      </Button>
      <Button shortcut="j" onPress={() => turn(next)} {...(!next && { whyNot: t.noNext })}>
        {t.next}
      </Button>
    </nav>
  )
}
