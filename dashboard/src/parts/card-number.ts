/** Whether a text is a card number: 13 to 19 digits from 2 to 6 on, whose check digit is right (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s.-]/g, '')
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
