import { plural, useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { useShortcuts } from '../shortcuts.ts'
import type { Place } from './list-address.ts'
import type { Page } from './spec.ts'
import { listTexts } from './texts.ts'

type PagerProps = { page: Page<unknown>; onTurn(to: Place): void; onCountExactly: () => void }

/** How many rows there are, and the way to newer and older ones: by cursors, or by numbers of pages. */
export function Pager({ page, onTurn, onCountExactly }: PagerProps) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { newer, older, words } = turnsOf(page)
  const number = new Intl.NumberFormat(language)
  useShortcuts({ ...(newer && { '[': () => onTurn(newer) }), ...(older && { ']': () => onTurn(older) }) })
  const isExact = !('totalIsExact' in page) || page.totalIsExact
  const searchedTo = 'totalIsExact' in page ? page.searchedTo : undefined
  const place = words && t.page(number.format(words.page), number.format(words.pages))
  return (
    <nav className="pager" aria-label={place ?? t.rows.other ?? ''}>
      <span className="meta">
        {isExact ? plural(language, page.total, t.rows) : t.moreThan(number.format(page.total))}{' '}
        {!isExact && (
          <Button look="quiet" onPress={onCountExactly}>
            {t.countExactly}
          </Button>
        )}
      </span>
      {place && <span className="meta">{place}</span>}
      {searchedTo && <span className="meta">{t.searchedTo(formatMoment(language, searchedTo))}</span>}
      <span className="actions">
        <Button shortcut="[" {...(!newer && { whyNot: t.first })} onPress={() => newer && onTurn(newer)}>
          {t.newer}
        </Button>{' '}
        <Button shortcut="]" {...(!older && { whyNot: t.last })} onPress={() => older && onTurn(older)}>
          {t.older}
        </Button>
      </span>
    </nav>
  )
}

const formatMoment = (language: string, moment: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(moment),
  )

/** Whether there is another page is what the reply says of it, never what the count would mean. */
function turnsOf(page: Page<unknown>): { newer?: Place; older?: Place; words?: { page: number; pages: number } } {
  if ('totalIsExact' in page)
    return {
      ...(page.previous && { newer: { before: page.previous } }),
      ...(page.next && { older: { after: page.next } }),
    }
  const pages = Math.max(1, Math.ceil(page.total / page.size))
  return {
    ...(page.page > 1 && { newer: { page: page.page - 1 } }),
    ...(page.page < pages && { older: { page: page.page + 1 } }),
    words: { page: page.page, pages },
  }
}
