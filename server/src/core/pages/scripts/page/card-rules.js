// What is wrong with what is typed into a card form, by the rules of the server, which writes them into the form.
export const form = document.querySelector('form[data-brands]')
export const rules = { cardNumber: numberProblem, cardExpiry: expiryProblem, cardCvv: codeProblem }

function numberProblem(text) {
  const digits = digitsOf(text)
  if (digits === '') return 'number_missing'
  if (!/^\d+$/.test(digits)) return 'number_unreadable'
  if (digits.length < 12) return 'number_incomplete'
  const brand = brandOf(digits)
  if (!brand) return 'brand_unknown'
  if (!brand.lengths.includes(digits.length)) return 'number_incomplete'
  return passesLuhn(digits) ? '' : 'number_mistyped'
}

function expiryProblem(text, form) {
  if (plain(text).trim() === '') return 'expiry_missing'
  const typed = monthAndYear(plain(text).trim())
  if (!typed || +typed.month < 1 || +typed.month > 12) return 'expiry_unreadable'
  const [year, month] = form.dataset.today.split('-').map(Number)
  const typedYear = typed.year.length === 2 ? year - (year % 100) + +typed.year : +typed.year
  const monthsLeft = (typedYear - year) * 12 + +typed.month - month
  if (monthsLeft < 0) return 'expiry_past'
  return monthsLeft > 240 ? 'expiry_too_far' : ''
}

const expiryForms = [
  /^(?<month>\d{1,2})[\s\p{P}\p{S}]+(?<year>\d{4}|\d{2})$/u,
  /^(?<year>\d{4})[\s\p{P}\p{S}]+(?<month>\d{1,2})$/u,
  /^(?<year>20\d\d)(?<month>\d\d)$/,
  /^(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
  /^(?<month>[2-9])(?<year>\d{4}|\d\d)$/,
]

function monthAndYear(typed) {
  return expiryForms.map((each) => each.exec(typed)).find(Boolean)?.groups
}

function codeProblem(text, form) {
  const digits = plain(text).replace(/\s/g, '')
  if (digits === '') return 'code_missing'
  const brand = brandOf(digitsOf(form.elements.cardNumber.value))
  const wanted = brand ? brand.codeDigits : digits.length === 4 ? 4 : 3
  if (/^\d+$/.test(digits) && digits.length === wanted) return ''
  return wanted === 4 ? 'code_four_digits' : 'code_three_digits'
}

// `Visa|16,18,19|4,8,12|3|4;...`, written by the server from its own rules; of equally long prefixes the last one wins.
export function brandOf(digits) {
  let found
  let longest = 0
  for (const row of form.dataset.brands.split(';')) {
    const [name, lengths, gaps, codeDigits, prefixes] = row.split('|')
    for (const prefix of prefixes.split(',')) {
      const [low, high = low] = prefix.split('-')
      const start = digits.slice(0, low.length)
      if (start.length < low.length || low.length < longest || start < low || start > high) continue
      longest = low.length
      found = { name, lengths: numbers(lengths), gaps: numbers(gaps), codeDigits: +codeDigits }
    }
  }
  return found
}

function numbers(text) {
  return text.split(',').map(Number)
}

export function groupsOf(digits, gaps) {
  const cuts = [0, ...gaps, digits.length]
  return gaps
    .concat(1)
    .map((_, place) => digits.slice(cuts[place], cuts[place + 1]))
    .filter(Boolean)
}

export function digitsOf(text) {
  return plain(text).replace(/[\s\p{Pd}.]/gu, '')
}

function plain(text) {
  const zeros = [0x660, 0x6f0, 0x966, 0x9e6]
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return code - zeros.filter((zero) => zero <= code).pop()
    })
}

function passesLuhn(digits) {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const counted = +digits[digits.length - 1 - place] * (1 + (place % 2))
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
