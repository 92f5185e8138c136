import { isJsonObject, type JsonObject, type JsonValue, NumberText } from '#kernel/base/json.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import type { Field } from '#kernel/http/form-field.ts'
import { isStorable, shown } from '#kernel/http/read.ts'
import type { CustomData, CustomScalar, CustomValue } from './request.ts'

/**
 * The store's own data, stored with its types so that it is echoed as it was sent (wire fact 1.2): at most 512 entries in
 * all, names of 255 and texts of 65,535 characters, one level of nesting. An empty text is echoed too. Card numbers in it
 * are masked.
 */
export function readCustomData(field: Field): CustomData | undefined {
  const { sent } = field
  if (sent === undefined || sent === null) return undefined
  if (typeof sent === 'string') return keepable(field, sent)
  if (!isGroup(sent)) return field.mustBe('an object or a text')
  if (entriesIn(sent) > entriesMax)
    return field.refuse(`may have at most ${entriesMax} entries; it has ${entriesIn(sent)}`)
  return readGroup<CustomValue>(field, sent, (value) =>
    isGroup(value)
      ? readGroup<CustomScalar>(field, value, (inner) => readScalar(field, inner))
      : readScalar(field, value),
  )
}
const entriesMax = 512
const nameCharactersMax = 255
const textCharactersMax = 65_535

/** An object, or the list that PHP makes of an array without names. */
type Group = JsonObject | readonly JsonValue[]
const isGroup = (value: JsonValue): value is Group => isJsonObject(value) || Array.isArray(value)

const entriesIn = (group: Group): number =>
  Object.values(group).reduce<number>((sum, value) => sum + 1 + (isGroup(value) ? Object.keys(value).length : 0), 0)

function readGroup<T>(
  field: Field,
  group: Group,
  read: (value: JsonValue) => T | undefined,
): readonly T[] | { readonly [name: string]: T } | undefined {
  const entries: [string, T][] = []
  for (const [name, value] of Object.entries(group)) {
    const kept = read(value)
    if (kept === undefined || !isName(field, name)) return undefined
    entries.push([maskNumbersInText(name), kept])
  }
  return Array.isArray(group) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function isName(field: Field, name: string): boolean {
  if ([...name].length <= nameCharactersMax && isStorable(name)) return true
  field.refuse(
    `has a name ${shown(name)} of more than ${nameCharactersMax} characters, or with ones that cannot be kept`,
  )
  return false
}

function readScalar(field: Field, value: JsonValue): CustomScalar | undefined {
  if (typeof value === 'string') return keepable(field, value)
  if (value === null || typeof value === 'boolean') return value
  return value instanceof NumberText ? readNumber(field, value) : field.refuse('may nest one level only')
}

function keepable(field: Field, value: string): string | undefined {
  if ([...value].length > textCharactersMax)
    return field.refuse(`has a text of more than ${textCharactersMax} characters: ${shown(value)}`)
  return isStorable(value)
    ? maskNumbersInText(value)
    : field.refuse(`has a text with a zero character or half of a surrogate pair: ${shown(value)}`)
}

/** Echoed as a JSON number, so it must be one that survives being read by JavaScript or PHP. */
function readNumber(field: Field, { text }: NumberText): number | string | undefined {
  const number = Number(text)
  // A card number is a number too; masked, it is a text.
  const masked = maskNumbersInText(text)
  if (masked !== text) return masked
  const survives = Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number))
  return survives ? number : field.refuse(`has the number ${shown(text)}, which has too many digits: send it as text`)
}
