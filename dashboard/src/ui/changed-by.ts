import type { Values } from './action-dialog.tsx'
import type { FieldSpec } from './field.tsx'

/** What was seen first and is something else by now; without any, a refusal is about something else than a colleague's change. */
export const changedBy = (theirs: Values, first: Values, fields: readonly FieldSpec[]): readonly FieldSpec[] =>
  fields.filter(({ name }) => name in theirs && (theirs[name] ?? '') !== (first[name] ?? ''))
