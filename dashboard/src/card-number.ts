/** Whether a text is a card number: 13 to 19 digits from 2 to 6 on, whose check digit is right (ISO/IEC 7812-1, Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s.-]/g, '')
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/**
 * Whether a card number stands anywhere in a text, however its digits are grouped and whatever digits stand beside it. Each
 * beginning and end of a group of digits is tried, as the server does when it masks them.
 */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[^\p{L}\d]{0,3}\d){12,}/gu)) {
    const groups = run.match(/\d+/g) ?? []
    for (let first = 0; first < groups.length; first++) {
      let digits = ''
      for (let last = first; last < groups.length && digits.length < 19; last++) {
        digits += groups[last]
        if (isCardNumber(digits)) return true
      }
    }
  }
  return false
}
