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
  /** How a setting is written, where its name does not say it. */
  hints: Readonly<Record<string, string>>
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
      frameAncestors: 'Pages that may frame the payment form',
      logo: 'Logo',
      themeColor: 'Colour',
      language: 'Language',
      wallets: 'Wallets beside cards',
      sessionMinutes: 'Minutes until an idle payment page ends',
      challengeMinutes: 'Minutes a shopper may take at the bank',
      authorizationDays: 'Days until an authorization is voided',
      attemptsMax: 'Attempts per order',
      retrySchedule: 'Waits between retries',
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
    hints: {
      frameAncestors: 'Their origins, such as https://shop.example',
      logo: 'PNG, JPEG, WebP or SVG, at most 70 kB',
      themeColor: 'Such as #14603a',
      retrySchedule: 'ISO 8601 durations, such as P1D,P3D,P7D: after 1 day, then 3, then 7',
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
      frameAncestors: 'Pagini care pot arăta formularul de plată într-un cadru',
      logo: 'Logo',
      themeColor: 'Culoare',
      language: 'Limba',
      wallets: 'Portofele pe lângă carduri',
      sessionMinutes: 'Minute până se închide o pagină de plată nefolosită',
      challengeMinutes: 'Minute pe care clientul le are la bancă',
      authorizationDays: 'Zile până se anulează o autorizare',
      attemptsMax: 'Încercări pe comandă',
      retrySchedule: 'Pauze între reîncercări',
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
    hints: {
      frameAncestors: 'Originile lor, de exemplu https://shop.example',
      logo: 'PNG, JPEG, WebP sau SVG, cel mult 70 kB',
      themeColor: 'De exemplu #14603a',
      retrySchedule: 'Durate ISO 8601, de exemplu P1D,P3D,P7D: după 1 zi, apoi 3, apoi 7',
    },
  },
}
