import type { GoneKey } from '#core/directory'
import { sealPurposes } from '#kernel/crypto/keys.ts'

export const keyName = ({ purpose, key }: GoneKey): string => `${purpose}:${key}`

export const isSameKey = (one: GoneKey, other: GoneKey): boolean =>
  one.purpose === other.purpose && one.key === other.key

/** The master keys that an operator has given up: `vault:1, documents:2`. An empty text names none. */
export function readLostKeys(text: string): { lostKeys: readonly GoneKey[] } | { problem: string } {
  const names = text.split(',').map((name) => name.trim())
  const lostKeys: GoneKey[] = []
  for (const name of names.filter((each) => each !== '')) {
    const [, unchecked, number] = /^([a-z]+):([1-9]\d?)$/.exec(name) ?? []
    const purpose = sealPurposes.find((known) => known === unchecked)
    if (!purpose)
      return {
        problem: `"${name}" is no key; write its purpose (${sealPurposes.join(', ')}) and its number, as in vault:1`,
      }
    lostKeys.push({ purpose, key: Number(number) })
  }
  return { lostKeys }
}
