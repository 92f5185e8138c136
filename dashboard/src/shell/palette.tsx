import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { searchTextOf } from '../parts/search-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { namesFilters } from '../ui/list/typed-filters.ts'
import { useVisited } from '../ui/page-memory.ts'
import { useGo } from '../ui/url-state.ts'
import { at, foundAt, withSearch } from '../urls.ts'
import type { ReadText } from './found-by-filters.tsx'
import { FoundRow, foundTexts } from './found-row.tsx'
import { type Command, useCommands } from './palette-commands.ts'
import { useScope } from './scope.tsx'
import { takeTyped } from './typed-ahead.ts'
import { groupsOf, onlyExact, useFound } from './use-found.ts'

const texts = {
  en: {
    title: 'Search',
    label: 'Search anything',
    hint: 'An id, an order number, an e-mail address, the last four digits of a card, an amount, a day, a name, a page, or filters of a list: status:failed amount:>100.',
    recent: 'Looked at lately',
    none: 'Nothing was found.',
    alone: 'Search for one word alone',
    busy: 'Searching',
    all: 'All results',
    failed: 'The search could not be asked',
    card: 'Search by the last four digits: a card number does not leave this field.',
  },
  ro: {
    title: 'Căutare',
    label: 'Caută orice',
    hint: 'Un id, un număr de comandă, o adresă de e-mail, ultimele patru cifre ale unui card, o sumă, o zi, un nume, o pagină sau filtrele unei liste: status:failed amount:>100.',
    recent: 'Văzute de curând',
    none: 'Nu s-a găsit nimic.',
    alone: 'Caută un singur cuvânt',
    busy: 'Se caută',
    all: 'Toate rezultatele',
    failed: 'Căutarea nu a putut fi făcută',
    card: 'Caută după ultimele patru cifre: un număr de card nu părăsește acest câmp.',
  },
} satisfies Texts<unknown>

const FoundByFilters = lazy(() =>
  import('./found-by-filters.tsx').then(({ FoundByFilters: loaded }) => ({ default: loaded })),
)

/**
 * One box for everything: things by whatever is remembered of them, what can be done on this page, pages and settings.
 * Enter opens the one thing that fits exactly; with several it shows all results. Nothing is carried out from here.
 */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useTexts(texts)
  const { kinds } = useTexts(foundTexts)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isEntered, setEntered] = useState(false)
  const go = useGo()
  const { scope, sites } = useScope()
  const { text } = searchTextOf(typed)
  const isFilters = text !== undefined && namesFilters(text)
  const [read, setRead] = useState<ReadText>()
  const isRead = !isFilters || read?.text === text
  const inList = isFilters && isRead ? read?.to : undefined
  const { hits, error, isBusy } = useFound(isRead && !inList ? typed : '')
  const visited = useVisited()
  const commands = useCommands(onKeys).map(({ group, items }) => ({ group, items: items.filter(fits(typed)) }))
  const results = withSearch(at(scope, 'search'), { q: text ?? '' })
  const list = useRef<HTMLDivElement>(null)
  const type = (next: string) => {
    const { isCard } = searchTextOf(next)
    setTyped(isCard ? '' : next)
    setEntered(false)
    setProblem(isCard ? t.card : undefined)
  }
  const takeAhead = () => {
    const ahead = takeTyped()
    if (ahead !== '') type(typed + ahead)
  }
  const follow = (open: () => void) => {
    onClose()
    open()
  }
  const enter = () => {
    if (inList) return follow(() => go(inList))
    // Pressed before there is a reply, it opens what the reply has.
    if (!isRead || (isBusy && text !== undefined)) return setEntered(true)
    const one = onlyExact(hits)
    const [command] = commands.flatMap(({ items }) => items)
    if (one) return follow(() => go(foundAt(scope, one)))
    if (hits.length > 0) return follow(() => go(results))
    if (command) follow(command.run)
  }
  const isReplied = isRead && !(isBusy && text !== undefined)
  const enterNow = useEffectEvent(() => {
    setEntered(false)
    enter()
  })
  useEffect(() => {
    if (isEntered && isReplied) enterNow()
  }, [isEntered, isReplied])
  const isNothing =
    isRead && !inList && !isBusy && !error && hits.length === 0 && commands.every(({ items }) => items.length === 0)
  return (
    <Dialog title={t.title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move between what can be focused anyway */}
      <div className="stack" ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <Field
            name="q"
            label={t.label}
            hint={t.hint}
            value={typed}
            onChange={type}
            onFocus={takeAhead}
            problem={problem}
            autoFocus
          />
        </form>
        <div role="status" className="meta">
          {isNothing ? t.none : isBusy && text !== undefined ? t.busy : error ? t.failed : ''}
        </div>
        {isNothing && <WordsAlone title={t.alone} of={typed} onChoose={type} />}
        {typed.trim() === '' && visited.length > 0 && (
          <Group title={t.recent}>
            {visited.map(({ to, title }) => (
              <Link key={to} to={to} className="option" onFollow={onClose}>
                {title}
              </Link>
            ))}
          </Group>
        )}
        {isFilters && (
          <Suspense>
            <FoundByFilters scope={scope} text={text} onRead={setRead} onFollow={onClose} />
          </Suspense>
        )}
        {groupsOf(hits).map(([kind, found]) => (
          <Group key={kind} title={kinds[kind]}>
            {found.map((hit) => (
              <FoundRow
                key={hit.id}
                hit={hit}
                scope={scope}
                siteName={sites.length > 1 ? sites.find(({ id }) => id === hit.siteId)?.name : undefined}
                onFollow={onClose}
              />
            ))}
          </Group>
        ))}
        {hits.length > 0 && (
          <Link to={results} className="option" onFollow={onClose}>
            {t.all}
          </Link>
        )}
        {commands
          .filter(({ items }) => items.length > 0)
          .map(({ group, items }) => (
            <Group key={group} title={group}>
              {items.map(({ title, key, run }) => (
                <button key={title} type="button" className="option" onClick={() => follow(run)}>
                  {title} {key && <kbd className="meta">{key}</kbd>}
                </button>
              ))}
            </Group>
          ))}
      </div>
    </Dialog>
  )
}

type WordsAloneProps = { title: string; of: string; onChoose: (word: string) => void }

/** What has several words was sought as one thing, a name and four digits too: each of them may find it. */
function WordsAlone({ title, of, onChoose }: WordsAloneProps) {
  const words = [...new Set(of.trim().split(/\s+/))].slice(0, 5)
  if (words.length < 2) return null
  return (
    <Group title={title}>
      {words.map((word) => (
        <button key={word} type="button" className="option" onClick={() => onChoose(word)}>
          {word}
        </button>
      ))}
    </Group>
  )
}

function Group({ title, children }: { title: string; children: readonly React.ReactNode[] }) {
  return (
    <div>
      <p className="meta">{title}</p>
      <ul className="plain">
        {children.map((child, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each child has its own key within
          <li key={index}>{child}</li>
        ))}
      </ul>
    </div>
  )
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
/** Each word that was typed is in the title, with or without its accents. */
const fits =
  (typed: string) =>
  ({ title }: Command): boolean =>
    plain(typed.trim())
      .split(/\s+/)
      .every((word) => plain(title).includes(word))

/** The arrows go through the results and back to the field. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !list) return
  const all = [...list.querySelectorAll<HTMLElement>('input, .option')]
  const now = all.indexOf(document.activeElement as HTMLElement)
  all[Math.min(Math.max(now + step, 0), all.length - 1)]?.focus()
  event.preventDefault()
}
