import { type Texts, useTexts } from '../i18n/language.tsx'
import type { FieldSpec } from '../ui/field.tsx'

const texts: Texts<{ reason: string; hint: string }> = {
  en: { reason: 'Reason', hint: 'It is kept in the audit log with your name.' },
  ro: { reason: 'Motiv', hint: 'Se păstrează în jurnalul de audit, cu numele tău.' },
}

/** The field that every form has that changes something. */
export function useReasonField(): FieldSpec {
  const t = useTexts(texts)
  return { name: 'reason', label: t.reason, kind: 'lines', hint: t.hint, isRequired: true }
}
