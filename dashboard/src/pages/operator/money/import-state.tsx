import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'

const texts = {
  en: {
    whole: 'Whole',
    part: (recorded: number, rows: number) => `${recorded} of ${rows} rows`,
    resume: 'The import goes on, or it broke off. Import the same file again: it goes on where it has stopped.',
  },
  ro: {
    whole: 'Complet',
    part: (recorded: number, rows: number) => `${recorded} din ${rows} rânduri`,
    resume: 'Importul continuă sau a fost întrerupt. Importă din nou același fișier: continuă de unde s-a oprit.',
  },
} satisfies Texts<unknown>

type Import = { whole: boolean; recordedRows: number; rows: number }

/** Whether all rows of a report were recorded. */
export function ImportState({ of: { whole, recordedRows, rows } }: { of: Import }) {
  const t = useTexts(texts)
  if (whole) return <Badge tone="good">{t.whole}</Badge>
  return (
    <span title={t.resume}>
      <Badge tone="wait">{t.part(recordedRows, rows)}</Badge>
    </span>
  )
}

/** What to do about an import that has broken off. */
export function ResumeHint({ of }: { of: Import }) {
  const t = useTexts(texts)
  return of.whole ? null : <p className="notice wait">{t.resume}</p>
}
