import { useTexts } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { bookWords } from './words.ts'

/** The ways through entries that are read from the newest back: the address has the entry where the page before ended. */
export function Older({ next }: { next: string | undefined }) {
  const w = useTexts(bookWords)
  const [{ after = '' }, change] = useSearch()
  return (
    <div className="pager">
      <span className="actions">
        <Button shortcut="[" {...(after === '' && { whyNot: w.newest })} onPress={() => change({ after: '' })}>
          {w.newest}
        </Button>{' '}
        <Button
          shortcut="]"
          {...(next === undefined && { whyNot: w.older })}
          onPress={() => change({ after: next ?? '' })}
        >
          {w.older}
        </Button>
      </span>
    </div>
  )
}
