/**
 * Masks card numbers in a text that somebody typed or a program replied: every run of 13 to 19 digits, however it is
 * separated, that begins as cards do (2 to 6, ISO/IEC 7812) and passes the Luhn check. The first six and the last four
 * digits stay, and so does every separator, so that the text keeps its shape. Other digits beside the number, such as an
 * expiry date, do not hide it: each beginning and end of a group of digits is tried.
 */
export function maskNumbersInText(text: string): string {
  return text.replaceAll(digitRun, (run) => maskRun(run))
}
/** Digits of any script with up to three other signs between two of them, such as `" "`, `-`, `.` or an invisible one. */
const digitRun = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12,}/gu

function maskRun(run: string): string {
  const characters = [...run]
  const at = characters.flatMap((character, index) => (isDigit(character) ? [index] : []))
  const digits = at.map((index) => digitValue(characters[index]!))
  const begins = (nth: number) => nth === 0 || at[nth]! > at[nth - 1]! + 1
  const ends = (nth: number) => nth === at.length - 1 || at[nth + 1]! > at[nth]! + 1
  const taken = new Set<number>()
  for (const length of lengths) {
    for (let first = 0; first + length <= at.length; first++) {
      const last = first + length - 1
      if (!begins(first) || !ends(last) || taken.has(first) || taken.has(last)) continue
      if (!isCard(digits.slice(first, last + 1))) continue
      for (let nth = first; nth <= last; nth++) taken.add(nth)
      for (let nth = first + 6; nth <= last - 4; nth++) characters[at[nth]!] = '*'
    }
  }
  return characters.join('')
}
/** Most cards have 16 digits, so that is looked for first: what stands beside a number must not be taken for its end. */
const lengths = [16, 15, 14, 13, 19, 18, 17]

const isDigit = (character: string): boolean => /\p{Nd}/u.test(character)

/** Digits of a script stand in a row from 0 to 9. */
function digitValue(character: string): number {
  const plain = character.normalize('NFKC')
  if (plain >= '0' && plain <= '9') return Number(plain)
  const code = plain.codePointAt(0)!
  let value = 0
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++
  return value
}

const isCard = (digits: readonly number[]): boolean => digits[0]! >= 2 && digits[0]! <= 6 && passesLuhn(digits.join(''))

/** The check digit rule of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
