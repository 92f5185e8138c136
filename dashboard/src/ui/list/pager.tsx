import { plural, useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { formatTime, useZone } from '../zone.tsx'
import type { Place } from './list-address.ts'
import type { Page } from './spec.ts'
import { listTexts } from './texts.ts'
import { turnsOf } from './turns.ts'

type PagerProps = {
  page: Page<unknown>
  /** The oldest rows come first. */
  isRising: boolean
  onTurn(to: Place): void
  onCountExactly: () => void
  /** While all are being counted, and when that took too long. */
  counting?: { isBusy: boolean; problem: string | undefined } | undefined
}

/** How many rows there are, and the way to newer and older ones: by cursors, or by numbers of pages. */
export function Pager({ page, isRising, onTurn, onCountExactly, counting }: PagerProps) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { zone } = useZone()
  const { newer, older, words } = turnsOf(page)
  const [back, on, searchedText] = isRising ? [t.older, t.newer, t.searchedOnTo] : [t.newer, t.older, t.searchedTo]
  const number = new Intl.NumberFormat(language)
  useShortcuts({ ...(newer && { '[': () => onTurn(newer) }), ...(older && { ']': () => onTurn(older) }) })
  const isExact = !('totalIsExact' in page) || page.totalIsExact
  const searchedTo = 'totalIsExact' in page ? page.searchedTo : undefined
  const isWhole = !newer && !older
  const place = words && t.page(number.format(words.page), number.format(words.pages))
  return (
    <nav className="pager" aria-label={place ?? t.rows.other ?? ''}>
      <span className="meta">
        {isExact
          ? plural(language, page.total, t.rows)
          : page.total > 0 && t.leastOf(plural(language, page.total, t.rows))}{' '}
        {!isExact && (
          <Button look="quiet" onPress={onCountExactly} isPending={counting?.isBusy ?? false}>
            {t.countExactly}
          </Button>
        )}
        {counting?.problem && <span role="alert">{counting.problem}</span>}
      </span>
      {place && !isWhole && <span className="meta">{place}</span>}
      {searchedTo && (
        <span className="meta">
          {searchedText(formatTime(language, zone, searchedTo, 'short'))}{' '}
          {older && (
            <Button look="quiet" onPress={() => onTurn(older)}>
              {t.goOn}
            </Button>
          )}
        </span>
      )}
      {!isWhole && (
        <span className="actions">
          <Button shortcut="[" {...(!newer && { whyNot: t.first })} onPress={() => newer && onTurn(newer)}>
            {back}
          </Button>{' '}
          <Button shortcut="]" {...(!older && { whyNot: t.last })} onPress={() => older && onTurn(older)}>
            {on}
          </Button>
        </span>
      )}
    </nav>
  )
}
