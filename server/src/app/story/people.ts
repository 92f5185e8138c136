import { passesLuhn } from '#kernel/base/mask-numbers.ts'

/** A customer of the bakery, and the card they pay with. */
export type Buyer = {
  identifier: string
  firstName: string
  lastName: string
  email: string
  country: string
  pan: string
  brand: string
  expiry: { month: number; year: number }
}

const names = [
  'Ana Pop',
  'Mihai Dinu',
  'Elena Radu',
  'Ion Stan',
  'Maria Ene',
  'Andrei Luca',
  'Ioana Matei',
  'Vlad Sava',
  'Cristina Nagy',
  'Paul Ionescu',
  'Diana Toma',
  'Radu Marin',
  'Sofia Weber',
  'Lukas Braun',
  'Chloé Martin',
  'Marco Rossi',
  'Ilinca Barbu',
  'Tudor Enache',
  'Oana Petrescu',
  'Victor Moldovan',
  'Emma Clarke',
  'Noah Levi',
  'Irina Stoica',
  'Dan Avram',
] as const

const countries: Readonly<Record<string, string>> = {
  'Sofia Weber': 'DE',
  'Lukas Braun': 'DE',
  'Chloé Martin': 'FR',
  'Marco Rossi': 'IT',
  'Emma Clarke': 'GB',
  'Noah Levi': 'IL',
}

/** The same people in every story. Ana's card ends in 1111. */
export const buyers: readonly Buyer[] = names.map((name, index) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const isMastercard = index % 3 === 2
  return {
    identifier: plain(name),
    firstName,
    lastName,
    email: `${plain(name)}@example.com`,
    country: countries[name] ?? 'RO',
    pan: index === 0 ? '4111111111111111' : panOf(isMastercard ? '555555' : '411111', index),
    brand: isMastercard ? 'mastercard' : 'visa',
    expiry: { month: 1 + ((index * 5) % 12), year: 2028 + (index % 5) },
  }
})

function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')
}

/** A number that exists at no bank: the sandbox treats it as its first test card. */
function panOf(prefix: string, index: number): string {
  const body = `${prefix}${String(700_000_000 + index * 7_919_341).slice(0, 9)}`
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn)!
}
