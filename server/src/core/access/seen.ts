import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '#kernel/base/json.ts'
import { jsonObject, optional } from '#kernel/http/field.ts'
import { refuse } from './refusals.ts'

/** A field of a body that changes settings: what its author has seen of them. */
export const seenField = {
  seen: optional(jsonObject('settings by their names')).meta({
    description:
      'What was seen of the settings, as they are read: where one is something else by now, nothing is changed (409).',
  }),
}

/** A value that the caller has not seen is not overwritten. What is not there is null, or an empty text. */
export function refuseWhatChanged(current: Readonly<Record<string, unknown>>, seen: JsonObject = {}): void {
  const isOther = (name: string) => !isDeepStrictEqual(plain(current[name]), plain(seen[name]))
  const field = Object.keys(seen).find(isOther)
  if (field !== undefined) throw refuse('setting_changed_meanwhile', { field })
}

/** Forms have texts where records have numbers, and an empty text where nothing is. */
const plain = (value: unknown): unknown =>
  value === undefined || value === null ? '' : typeof value === 'object' ? value : String(value)
