import { useQueryClient } from '@tanstack/react-query'
import { session } from '../../api/session.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useTitle } from '../../ui/title.ts'
import { FactorButtons } from './factor-buttons.tsx'
import { factorTexts } from './factor-texts.ts'

/** Shown in place of every page to a person whose role needs a second factor, until there is one. */
export function Enrol() {
  const t = useTexts(factorTexts)
  useTitle(t.enrol)
  const queries = useQueryClient()
  return (
    <main className="alone">
      <div className="panel">
        <div>
          <h1>{t.enrol}</h1>
          <p className="soft">{t.enrolAbout}</p>
        </div>
        <FactorButtons onAdded={() => void queries.resetQueries()} />
        <Button look="quiet" onPress={() => void session.logOut().then(() => queries.resetQueries())}>
          {t.logOut}
        </Button>
      </div>
    </main>
  )
}
