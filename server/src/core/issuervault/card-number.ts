/** The numbers of a range: how many there are, and which one comes next. */

/** Of a card number; ISO/IEC 7812 allows others, and no programme of ours needs them. */
const digitsOfNumber = 16

/** How many numbers begin with the prefix: the last digit is the check digit. */
export const capacityOf = (prefix: string): number => 10 ** (digitsOfNumber - 1 - prefix.length)

/**
 * The number at a place of the range. The places are permuted under a key (a Feistel network, walked until it is inside
 * the range), so that each number comes once, and none can be guessed from the one before it.
 * @param round The keyed function of the network: 32 bits of a digest of the text.
 */
export function cardNumberAt(prefix: string, place: number, round: (text: string) => number): string {
  const capacity = capacityOf(prefix)
  const halfBits = Math.max(1, Math.ceil(Math.log2(capacity) / 2))
  let at = place
  do at = permuted(at, halfBits, round)
  while (at >= capacity)
  const start = prefix + String(at).padStart(digitsOfNumber - 1 - prefix.length, '0')
  return start + checkDigitOf(start)
}

function permuted(at: number, halfBits: number, round: (text: string) => number): number {
  const size = 2 ** halfBits
  let [left, right] = [Math.floor(at / size), at % size]
  for (let nth = 0; nth < rounds; nth++) [left, right] = [right, (left ^ (round(`${nth} ${right}`) % size)) >>> 0]
  return left * size + right
}
const rounds = 8

/** ISO/IEC 7812-1, annex B (Luhn). */
export function checkDigitOf(start: string): string {
  const sum = [...start].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
