import { useCallback, useState } from 'react'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { searchTextOf } from '../../../parts/search-text.ts'
import { FoundByFilters, type ReadText } from '../../../shell/found-by-filters.tsx'
import { FoundRow, foundTexts } from '../../../shell/found-row.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { groupsOf, type HitKind, useFound } from '../../../shell/use-found.ts'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { namesFilters } from '../../../ui/list/typed-filters.ts'
import { useTyped } from '../../../ui/rested.ts'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { at, withSearch } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Search',
    label: 'Search anything',
    hint: 'An id, an order number, an e-mail address, the last four digits of a card, an amount, a day or a name; or filters of a list: status:failed amount:>100.',
    none: 'Nothing was found',
    noneHint: 'Whole ids and order numbers find most; names and descriptions are found by a part of them.',
    more: (kind: string) => `All ${kind.toLowerCase()} that fit`,
    every: 'All kinds',
    card: 'Search by the last four digits: a card number does not leave this field.',
  },
  ro: {
    title: 'Căutare',
    label: 'Caută orice',
    hint: 'Un id, un număr de comandă, o adresă de e-mail, ultimele patru cifre ale unui card, o sumă, o zi sau un nume; sau filtrele unei liste: status:failed amount:>100.',
    none: 'Nu s-a găsit nimic',
    noneHint:
      'Id-urile și numerele de comandă întregi găsesc cel mai mult; numele și descrierile se găsesc și după o parte.',
    more: (kind: string) => `Toate: ${kind.toLowerCase()}`,
    every: 'Toate felurile',
    card: 'Caută după ultimele patru cifre: un număr de card nu părăsește acest câmp.',
  },
} satisfies Texts<unknown>

/** Everything that a text finds; its address can be sent to a colleague, who sees what a colleague may see. */
export default function SearchResults() {
  const t = useTexts(texts)
  const { kinds } = useTexts(foundTexts)
  const { scope, sites } = useScope()
  const [{ q = '', kind }, change] = useSearch()
  const only = kind !== undefined && kind in kinds ? (kind as HitKind) : undefined
  const push = useCallback((text: string) => change({ q: text }), [change])
  const [typed, type] = useTyped(q, push)
  const { isCard, text } = searchTextOf(typed)
  // One that was typed is gone from the field at once.
  const [hasCard, setCard] = useState(false)
  const [read, setRead] = useState<ReadText>()
  const isFilters = !only && text !== undefined && namesFilters(text)
  const isRead = !isFilters || read?.text === text
  const isInList = isFilters && isRead && read?.to !== undefined
  const { hits, error, isBusy } = useFound(isRead && !isInList ? typed : '', only)
  useTitle(t.title)
  const siteName = (siteId: string | undefined) =>
    sites.length > 1 ? sites.find(({ id }) => id === siteId)?.name : undefined
  const address = (of?: HitKind) => withSearch(at(scope, 'search'), { q: isCard ? '' : typed, kind: of ?? '' })
  return (
    <>
      <h1>{t.title}</h1>
      <search>
        <Field
          name="q"
          label={t.label}
          hint={t.hint}
          value={isCard ? '' : typed}
          onChange={(next) => {
            const holdsCard = searchTextOf(next).isCard
            setCard(holdsCard)
            type(holdsCard ? '' : next)
          }}
          problem={isCard || hasCard ? t.card : undefined}
        />
      </search>
      {only && <Link to={address()}>{t.every}</Link>}
      {isFilters && (
        <div className="panel">
          <FoundByFilters scope={scope} text={text} onRead={setRead} />
        </div>
      )}
      {isInList ? null : error ? (
        <ErrorPanel error={error} />
      ) : hits.length === 0 ? (
        (isBusy || !isRead) && typed !== '' ? (
          <Loading />
        ) : (
          typed.trim() !== '' && (
            <div className="panel">
              <Empty title={t.none}>
                <p className="soft">{t.noneHint}</p>
              </Empty>
            </div>
          )
        )
      ) : (
        groupsOf(hits).map(([of, found]) => (
          <section key={of} className="panel" aria-busy={isBusy}>
            <h2>{kinds[of]}</h2>
            <ul className="plain">
              {found.map((hit) => (
                <li key={hit.id}>
                  <FoundRow hit={hit} scope={scope} siteName={siteName(hit.siteId)} />
                </li>
              ))}
            </ul>
            {!only && found.length >= 5 && <Link to={address(of)}>{t.more(kinds[of])}</Link>}
          </section>
        ))
      )}
    </>
  )
}
