import type { Texts } from '../../../i18n/language.tsx'

type Field = {
  name: string
  kind?: 'text' | 'number' | 'choice' | 'email' | 'file'
  /** Only the operator changes it. */
  isOperators?: boolean
}
export type Group = {
  name: 'addresses' | 'looks' | 'page' | 'billing' | 'emails' | 'notifications'
  fields: readonly Field[]
  /** Those that may be empty. */
  emptied: readonly string[]
}

/** The settings of a site that its merchant changes, as they are shown together. */
export const groups: readonly Group[] = [
  {
    name: 'addresses',
    fields: [{ name: 'name' }, { name: 'notificationUrl' }, { name: 'backUrl' }, { name: 'frameAncestors' }],
    emptied: ['notificationUrl', 'backUrl'],
  },
  {
    name: 'looks',
    fields: [
      { name: 'logo', kind: 'file' },
      { name: 'themeColor' },
      { name: 'language', kind: 'choice' },
      { name: 'wallets', kind: 'choice' },
    ],
    emptied: ['logo', 'themeColor'],
  },
  {
    name: 'page',
    fields: [
      { name: 'sessionMinutes', kind: 'number' },
      { name: 'challengeMinutes', kind: 'number', isOperators: true },
      { name: 'authorizationDays', kind: 'number' },
      { name: 'attemptsMax', kind: 'number' },
    ],
    emptied: [],
  },
  {
    name: 'billing',
    fields: [
      { name: 'retrySchedule' },
      { name: 'timeZone', isOperators: true },
      { name: 'cutOff', isOperators: true },
      { name: 'currencies', isOperators: true },
    ],
    emptied: [],
  },
  {
    name: 'emails',
    fields: [
      { name: 'senderName' },
      { name: 'replyTo', kind: 'email' },
      { name: 'receipts', kind: 'choice' },
      { name: 'reminders', kind: 'choice' },
    ],
    emptied: ['senderName', 'replyTo'],
  },
  {
    name: 'notifications',
    fields: [
      { name: 'notifyAttempts', kind: 'choice' },
      { name: 'notifyPartialRefunds', kind: 'choice' },
      { name: 'notifyRepresentments', kind: 'choice' },
    ],
    emptied: [],
  },
]

type Words = {
  yes: string
  no: string
  noWallets: string
  byDefault: (value: string) => string
  none: string
  groups: Readonly<Record<string, string>>
  effects: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

export const siteTexts: Texts<Words> = {
  en: {
    yes: 'Yes',
    no: 'No',
    noWallets: 'None',
    byDefault: (value) => `by default ${value}`,
    none: 'nothing',
    groups: {
      addresses: 'Name and addresses',
      looks: 'Looks of the payment page',
      page: 'Times and attempts',
      billing: 'Billing and days',
      emails: 'Emails to customers',
      notifications: 'What is notified',
    },
    effects: {
      addresses: 'Notifications that are already on their way keep their address.',
      looks: 'Open payment pages change with their next load.',
      page: 'Open payment pages keep their times.',
      billing: 'Subscriptions follow from their next period on.',
      emails: 'Emails made after saving.',
      notifications: 'Payments made after saving.',
    },
    fields: {
      name: 'Name',
      notificationUrl: 'Notification address',
      backUrl: 'Where shoppers return to',
      frameAncestors: 'Origins that may show the payment form in a frame, such as https://shop.example',
      logo: 'Logo (PNG, JPEG, WebP or SVG, at most 70 kB)',
      themeColor: 'Colour, such as #14603a',
      language: 'Language',
      wallets: 'Wallets beside cards',
      sessionMinutes: 'Minutes until an idle payment page ends',
      challengeMinutes: 'Minutes a shopper may take at the bank',
      authorizationDays: 'Days until an authorization is voided',
      attemptsMax: 'Attempts per order',
      retrySchedule: 'Waits between retries, such as P1D,P3D,P7D',
      timeZone: 'Time zone',
      cutOff: 'Daily cut-off',
      currencies: 'Currencies',
      senderName: 'Name of the sender',
      replyTo: 'Replies go to',
      receipts: 'Receipts',
      reminders: 'Reminders',
      notifyAttempts: 'Failed attempts',
      notifyPartialRefunds: 'Partial refunds',
      notifyRepresentments: 'Chargebacks won',
    },
  },
  ro: {
    noWallets: 'Niciunul',
    byDefault: (value) => `implicit ${value}`,
    none: 'nimic',
    yes: 'Da',
    no: 'Nu',
    groups: {
      addresses: 'Nume și adrese',
      looks: 'Înfățișarea paginii de plată',
      page: 'Timpi și încercări',
      billing: 'Încasare și zile',
      emails: 'E-mailuri către clienți',
      notifications: 'Ce se anunță',
    },
    effects: {
      addresses: 'Notificările aflate deja pe drum își păstrează adresa.',
      looks: 'Paginile de plată deschise se schimbă la următoarea încărcare.',
      page: 'Paginile de plată deschise își păstrează timpii.',
      billing: 'Abonamentele urmează de la următoarea perioadă.',
      emails: 'E-mailurile făcute după salvare.',
      notifications: 'Plățile făcute după salvare.',
    },
    fields: {
      name: 'Nume',
      notificationUrl: 'Adresa de notificare',
      backUrl: 'Unde se întorc clienții',
      frameAncestors: 'Originile care pot arăta formularul de plată într-un cadru, de exemplu https://shop.example',
      logo: 'Logo (PNG, JPEG, WebP sau SVG, cel mult 70 kB)',
      themeColor: 'Culoare, de exemplu #14603a',
      language: 'Limba',
      wallets: 'Portofele pe lângă carduri',
      sessionMinutes: 'Minute până se închide o pagină de plată nefolosită',
      challengeMinutes: 'Minute pe care clientul le are la bancă',
      authorizationDays: 'Zile până se anulează o autorizare',
      attemptsMax: 'Încercări pe comandă',
      retrySchedule: 'Pauze între reîncercări, de exemplu P1D,P3D,P7D',
      timeZone: 'Fus orar',
      cutOff: 'Ora de închidere a zilei',
      currencies: 'Monede',
      senderName: 'Numele expeditorului',
      replyTo: 'Răspunsurile merg la',
      receipts: 'Chitanțe',
      reminders: 'Mementouri',
      notifyAttempts: 'Încercări eșuate',
      notifyPartialRefunds: 'Rambursări parțiale',
      notifyRepresentments: 'Contestații câștigate',
    },
  },
}
