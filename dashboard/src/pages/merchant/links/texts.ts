import { plural, type Texts } from '../../../i18n/language.tsx'

/** What both a new link and a changed one ask. */
export const linkTexts = {
  en: {
    links: 'Links',
    newLink: 'New link',
    site: 'Site',
    content: 'What is sold',
    contentHint: 'The shopper reads it below the amount.',
    amount: 'Amount',
    currency: 'Currency',
    orderType: 'Each customer pays',
    orderTypes: { purchase: 'Once', recurring: 'Again and again' },
    intervalValue: 'Every',
    intervalType: 'Unit',
    intervalTypes: { day: 'Days', month: 'Months' },
    limitAccess: 'Uses',
    limitHint: 'How often it can be paid. Empty: without a limit.',
    expireDate: 'Last day',
    expireHint: 'In the time zone of the site. Empty: it stays open.',
    example: 'What is sold',
    customerEmail: 'E-mail address of the customer',
    customerEmailHint: 'Filled in for them on the page. Empty: they type it.',
    required: 'Customers must fill in',
    requiredHint:
      'Without any, the page asks what the payment page of the site asks. An e-mail address can always be typed, for the receipt.',
    requiredFields: {
      email: 'E-mail address',
      firstName: 'First name',
      lastName: 'Last name',
      phone: 'Phone',
      address: 'Address',
      city: 'City',
      zipCode: 'Postal code',
      country: 'Country',
      state: 'State (United States, Canada)',
    },
    every: (count: number, unit: 'day' | 'month') =>
      plural(
        'en',
        count,
        unit === 'day' ? { one: 'every day', other: 'every # days' } : { one: 'every month', other: 'every # months' },
      ),
    used: (paid: number, most: number | undefined) =>
      most === undefined ? `${paid} used, without a limit` : `${paid} of ${most} used`,
  },
  ro: {
    links: 'Linkuri',
    newLink: 'Link nou',
    site: 'Magazin',
    content: 'Ce se vinde',
    contentHint: 'Clientul citește textul sub sumă.',
    amount: 'Suma',
    currency: 'Moneda',
    orderType: 'Fiecare client plătește',
    orderTypes: { purchase: 'O dată', recurring: 'Periodic' },
    intervalValue: 'La fiecare',
    intervalType: 'Unitate',
    intervalTypes: { day: 'Zile', month: 'Luni' },
    limitAccess: 'Folosiri',
    limitHint: 'De câte ori poate fi plătit. Gol: fără limită.',
    expireDate: 'Ultima zi',
    expireHint: 'În fusul orar al magazinului. Gol: rămâne deschis.',
    example: 'Ce se vinde',
    customerEmail: 'Adresa de e-mail a clientului',
    customerEmailHint: 'Apare completată pe pagină. Gol: o scrie clientul.',
    required: 'Clienții trebuie să completeze',
    requiredHint:
      'Fără niciunul, pagina cere ce cere pagina de plată a magazinului. O adresă de e-mail se poate scrie oricând, pentru chitanță.',
    requiredFields: {
      email: 'Adresa de e-mail',
      firstName: 'Prenumele',
      lastName: 'Numele',
      phone: 'Telefonul',
      address: 'Adresa',
      city: 'Orașul',
      zipCode: 'Codul poștal',
      country: 'Țara',
      state: 'Statul (Statele Unite, Canada)',
    },
    every: (count: number, unit: 'day' | 'month') =>
      plural(
        'ro',
        count,
        unit === 'day'
          ? { one: 'în fiecare zi', few: 'la # zile', other: 'la # de zile' }
          : { one: 'în fiecare lună', few: 'la # luni', other: 'la # de luni' },
      ),
    used: (paid: number, most: number | undefined) =>
      most === undefined ? `Folosiri: ${paid}, fără limită` : `Folosiri: ${paid} din ${most}`,
  },
} satisfies Texts<unknown>

export type LinkWords = (typeof linkTexts)['en'] | (typeof linkTexts)['ro']

/** The choices of a field, from their words. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
