import { type Texts, useTexts } from '../i18n/language.tsx'
import type { Values } from './action-dialog.tsx'
import { Button } from './button.tsx'
import { changedBy } from './changed-by.ts'
import type { FieldSpec } from './field.tsx'
import { SmallTable } from './small-table.tsx'

const texts: Texts<Record<'changed' | 'about' | 'field' | 'mine' | 'theirs' | 'keepMine' | 'takeTheirs', string>> = {
  en: {
    changed: 'Somebody else changed this meanwhile',
    about: 'Nothing was saved. Choose what is right, and save again.',
    field: 'Field',
    mine: 'Yours',
    theirs: 'Saved by somebody else',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  ro: {
    changed: 'Între timp, altcineva a făcut o modificare',
    about: 'Nu s-a salvat nimic. Alege ce este corect și salvează din nou.',
    field: 'Câmp',
    mine: 'Al tău',
    theirs: 'Salvat de altcineva',
    keepMine: 'Păstrez ce am scris',
    takeTheirs: 'Iau ce s-a salvat',
  },
}

const asItIs = (value: string): string => value

type ConflictProps = {
  /** What somebody has typed, and over what. */
  draft: { values: Values; first: Values }
  fields: readonly FieldSpec[]
  theirs: Values
  onChoice(keepMine: boolean): void
}

/** What was typed beside what somebody else saved meanwhile: nothing is saved until one of them is chosen. */
export function Conflict({ draft: { values, first }, fields, theirs, onChoice }: ConflictProps) {
  const t = useTexts(texts)
  const rows = changedBy(theirs, first, fields)
  return (
    <div className="notice wait" role="alert">
      <strong>{t.changed}</strong>
      <span>{t.about}</span>
      <SmallTable
        title={t.changed}
        heads={[t.field, t.mine, t.theirs]}
        rows={rows.map(({ name, label, format = asItIs }) => ({
          key: name,
          cells: [label, ...[values, theirs].map((of) => format(of[name] ?? '').slice(0, 60) || '—')],
        }))}
      />
      <span className="actions">
        <Button onPress={() => onChoice(true)}>{t.keepMine}</Button>{' '}
        <Button onPress={() => onChoice(false)}>{t.takeTheirs}</Button>
      </span>
    </div>
  )
}
