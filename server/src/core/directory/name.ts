import { refuse } from './refusals.ts'

/** The name of a merchant, a partner, a person or a thing of theirs, without the spaces around it; refuses what is none. */
export function checkName(unchecked: string, field = 'name'): string {
  const name = unchecked.trim()
  const usable = name.length >= 1 && name.length <= nameLengthMax && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
  if (!usable) throw refuse('invalid_name', { field, lengthMax: nameLengthMax })
  return name
}
const nameLengthMax = 100
