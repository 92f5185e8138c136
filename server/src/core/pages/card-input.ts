import type { CardDetails } from '#connectors/acquirer/port.ts'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { Secret } from '#kernel/base/secret.ts'
import { brandOf, brandRules, type CardBrand } from './card-brand.ts'
import type { FieldError, FieldProblem } from './page-layout.ts'

/** The fields of the pay form, unchecked. */
export type UncheckedCardFields = Readonly<
  Partial<Record<'cardNumber' | 'cardExpiry' | 'cardCvv' | 'cardHolderName', unknown>>
>

/** A card as it was typed: what the acquirer needs, and what may be shown. */
export type TypedCard = CardDetails & { brand: CardBrand; lastFour: string }

/** A card as it was stored elsewhere: without a security code, which nobody may store. */
export type KeptCard = Omit<TypedCard, 'cvv' | 'lastFour'> & { first6: string; last4: string }

/**
 * Reads a typed card, forgiving about everything that does not change its meaning: spaces, dashes, digits of other
 * scripts, `6/2030` for `06/30`. Number and security code are secrets from here on and are never part of an error.
 * `today` decides about the expiry: a card is good until the last day of its month.
 */
export function readCardInput(
  unchecked: UncheckedCardFields,
  today: Temporal.PlainDate,
): { card: TypedCard } | { errors: FieldError[] } {
  const { number, expiry, holder } = partsOf(unchecked, today)
  const brand = 'brand' in number ? number.brand : undefined
  const code = readSecurityCode(textOf(unchecked.cardCvv), brand)
  if ('problem' in number || 'problem' in expiry || 'problem' in code || 'problem' in holder) {
    return {
      errors: [
        ...errorOf('cardNumber', number),
        ...errorOf('cardExpiry', expiry),
        ...errorOf('cardCvv', code),
        ...errorOf('cardHolderName', holder),
      ],
    }
  }
  return {
    card: {
      pan: new Secret(number.digits),
      cvv: new Secret(code.digits),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      holderName: holder.name,
      brand: number.brand,
      lastFour: number.digits.slice(-4),
    },
  }
}

/** The same of a card that was stored elsewhere. */
export function readKeptCard(
  unchecked: Omit<UncheckedCardFields, 'cardCvv'>,
  today: Temporal.PlainDate,
): { card: KeptCard } | { errors: FieldError[] } {
  const { number, expiry, holder } = partsOf(unchecked, today)
  if ('problem' in number || 'problem' in expiry || 'problem' in holder)
    return {
      errors: [
        ...errorOf('cardNumber', number),
        ...errorOf('cardExpiry', expiry),
        ...errorOf('cardHolderName', holder),
      ],
    }
  const { digits, brand } = number
  const shown = { brand, first6: digits.slice(0, 6), last4: digits.slice(-4), holderName: holder.name }
  return { card: { ...shown, pan: new Secret(digits), expiryMonth: expiry.month, expiryYear: expiry.year } }
}

const partsOf = ({ cardNumber, cardExpiry, cardHolderName }: UncheckedCardFields, today: Temporal.PlainDate) => ({
  number: readNumber(textOf(cardNumber)),
  expiry: readExpiry(textOf(cardExpiry), today),
  holder: readHolderName(textOf(cardHolderName)),
})

type Wrong = { problem: FieldProblem }

function readNumber(text: string): { digits: string; brand: CardBrand } | Wrong {
  const digits = plainDigits(text).replaceAll(/[\s\p{Pd}.]/gu, '')
  if (digits === '') return { problem: 'number_missing' }
  if (!/^\d+$/.test(digits)) return { problem: 'number_unreadable' }
  const brand = brandOf(digits)
  if (digits.length < 12) return { problem: 'number_incomplete' }
  if (!brand) return { problem: 'brand_unknown' }
  if (!brandRules[brand].lengths.includes(digits.length)) return { problem: 'number_incomplete' }
  if (!passesLuhn(digits)) return { problem: 'number_mistyped' }
  return { digits, brand }
}

/** Good for twenty years at most: no bank issues longer, and `2/62` is a slip of the finger. */
const longestValidityYears = 20

/**
 * The month first, or the year as password managers have it (`2034-12`), two or four digits of the year, and any signs
 * between them or none. The script of the page reads the same (`scripts/page/card-rules.js`).
 */
const expiryForms = [
  /^(?<month>\d{1,2})[\s\p{P}\p{S}]+(?<year>\d{4}|\d{2})$/u,
  /^(?<year>\d{4})[\s\p{P}\p{S}]+(?<month>\d{1,2})$/u,
  /^(?<year>20\d\d)(?<month>\d\d)$/,
  /^(?<month>\d\d)(?<year>\d{4}|\d\d)$/,
  // A first digit that begins neither another month nor a year.
  /^(?<month>[2-9])(?<year>\d{4}|\d\d)$/,
]

function readExpiry(text: string, today: Temporal.PlainDate): { month: number; year: number } | Wrong {
  const typed = plainDigits(text).trim()
  if (typed === '') return { problem: 'expiry_missing' }
  const digits = expiryForms.map((form) => form.exec(typed)?.groups).find((found) => found !== undefined)
  if (!digits) return { problem: 'expiry_unreadable' }
  const month = Number(digits.month)
  const shortYear = digits.year!.length === 2
  const year = Number(digits.year) + (shortYear ? today.year - (today.year % 100) : 0)
  if (month < 1 || month > 12) return { problem: 'expiry_unreadable' }
  const monthsLeft = (year - today.year) * 12 + month - today.month
  if (monthsLeft < 0) return { problem: 'expiry_past' }
  if (monthsLeft > longestValidityYears * 12) return { problem: 'expiry_too_far' }
  return { month, year }
}

/** Three digits, four on an American Express; either while the scheme is unknown. */
function readSecurityCode(text: string, brand: CardBrand | undefined): { digits: string } | Wrong {
  const digits = plainDigits(text).replaceAll(/\s/g, '')
  if (digits === '') return { problem: 'code_missing' }
  const wanted = brand ? brandRules[brand].securityCodeDigits : digits.length === 4 ? 4 : 3
  if (!/^\d+$/.test(digits) || digits.length !== wanted) {
    return { problem: wanted === 4 ? 'code_four_digits' : 'code_three_digits' }
  }
  return { digits }
}

/**
 * 2 to 45 characters, as 3-D Secure wants it (wire fact 1.6), or nothing. A card number in it is treated as a mistake.
 */
function readHolderName(text: string): { name: string | undefined } | Wrong {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (name === '') return { name: undefined }
  if (holdsCardNumber(name)) return { problem: 'holder_name_is_number' }
  const length = [...name].length
  if (length < 2 || length > 45) return { problem: 'holder_name_length' }
  return { name }
}

/** Whether a text may hold a card number, and so must not be shown, stored or sent on. */
export function holdsCardNumber(text: string): boolean {
  return /\d{12}/.test(plainDigits(text).replaceAll(/[\s\p{Pd}.]/gu, ''))
}

/** Zeros of the digit blocks people type: Arabic, Persian, Devanagari, Bengali. Full-width ones are folded by NFKC. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6]

/**
 * Converts digits of other scripts, and drops the invisible direction marks of text copied from right-to-left pages.
 */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - zeros.findLast((zero) => zero <= code)!)
    })
}

function textOf(unchecked: unknown): string {
  return typeof unchecked === 'string' ? unchecked.slice(0, 100) : ''
}

function errorOf(field: FieldError['field'], read: object | Wrong): FieldError[] {
  return 'problem' in read ? [{ field, problem: read.problem }] : []
}
