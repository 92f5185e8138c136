import type { Entry, Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

export type Explanation = Reply<'getCardTransaction'>
export type Message = Explanation['messages'][number]
export type Verdict = Message['verdicts'][number]
type Rule = Verdict['rule']

/** Every rule of a decision: its name, what it demands, and how a decline by it is said. */
export const rules = {
  en: {
    reversal: ['Reversal', 'It was not reversed before it came.'],
    card: ['Card', 'The card may be used.'],
    expiry: ['Expiry date', 'The card has not expired, and the date is that of the card.'],
    cvv2: ['Security code', 'The security code is right, if there is one.'],
    pin: ['PIN', 'The PIN is right, where one is needed.'],
    threeDs: ['3-D Secure', 'The customer is authenticated, if it is said so.'],
    amount: ['Amount', 'There is an amount.'],
    currency: ['Exchange rate', 'There is a rate between the currencies.'],
    channel: ['Channel', 'The customer allows the channel.'],
    category: ['Kind of merchant', 'The customer allows the category of the merchant.'],
    country: ['Country', 'The customer allows the country of the merchant.'],
    productLimits: ['Limits of the product', 'It is within the limits of the card product.'],
    cardLimits: ['Limits of the card', 'It is within the limits that the customer has set.'],
    velocity: ['Frequency', 'There are not too many payments in a short time.'],
    balance: ['Balance', 'The account has enough.'],
    partner: ['Your server', 'Your server approves it.'],
  },
  ro: {
    reversal: ['Anulare', 'Nu a fost anulată înainte să sosească.'],
    card: ['Card', 'Cardul poate fi folosit.'],
    expiry: ['Data expirării', 'Cardul nu a expirat, iar data este cea de pe card.'],
    cvv2: ['Codul de securitate', 'Codul de securitate este corect, dacă există.'],
    pin: ['PIN', 'PIN-ul este corect, unde este nevoie de el.'],
    threeDs: ['3-D Secure', 'Clientul este autentificat, dacă așa se spune.'],
    amount: ['Suma', 'Există o sumă.'],
    currency: ['Cursul de schimb', 'Există un curs între monede.'],
    channel: ['Canalul', 'Clientul permite canalul.'],
    category: ['Felul comerciantului', 'Clientul permite categoria comerciantului.'],
    country: ['Țara', 'Clientul permite țara comerciantului.'],
    productLimits: ['Limitele produsului', 'Este în limitele produsului de card.'],
    cardLimits: ['Limitele cardului', 'Este în limitele puse de client.'],
    velocity: ['Frecvența', 'Nu sunt prea multe plăți în scurt timp.'],
    balance: ['Soldul', 'Contul are destui bani.'],
    partner: ['Serverul tău', 'Serverul tău o aprobă.'],
  },
} satisfies Texts<Readonly<Record<Rule, readonly [name: string, demand: string]>>>

export const types = {
  en: {
    purchase: 'Purchase',
    cash: 'Cash withdrawal',
    quasiCash: 'Like cash',
    verification: 'Card check',
    balance: 'Balance inquiry',
    refund: 'Refund',
  },
  ro: {
    purchase: 'Cumpărătură',
    cash: 'Retragere de numerar',
    quasiCash: 'Ca numerarul',
    verification: 'Verificare de card',
    balance: 'Interogare de sold',
    refund: 'Rambursare',
  },
} satisfies Texts<Record<Entry<'listCardTransactions'>['type'], string>>

export const channels = {
  en: { online: 'Online', inStore: 'In a store', contactless: 'Contactless', atm: 'Cash machine' },
  ro: { online: 'Online', inStore: 'În magazin', contactless: 'Contactless', atm: 'Bancomat' },
} satisfies Texts<Record<NonNullable<Entry<'listCardTransactions'>['channel']>, string>>

export const parties = {
  en: {
    rules: 'the rules',
    partner: 'your server',
    fallback: 'your fallback, since your server gave no answer',
    holder: 'the customer',
    standIn: 'the network in our place',
    network: 'the network',
    clock: 'the time that passed',
  },
  ro: {
    rules: 'regulile',
    partner: 'serverul tău',
    fallback: 'varianta de rezervă, căci serverul tău nu a răspuns',
    holder: 'clientul',
    standIn: 'rețeaua, în locul nostru',
    network: 'rețeaua',
    clock: 'timpul care a trecut',
  },
} satisfies Texts<Record<Message['decidedBy'], string>>

/** What a message asks, or what else moved the payment. */
export const messageKinds = {
  en: {
    authorization: 'Authorization',
    advice: 'Advice of the network',
    reversal: 'Reversal',
    clearing: 'Clearing',
    refund: 'Refund',
    challenge: '3-D Secure',
    partner: 'Your server',
    clock: 'Time',
  },
  ro: {
    authorization: 'Autorizare',
    advice: 'Înștiințare de la rețea',
    reversal: 'Anulare',
    clearing: 'Decontare',
    refund: 'Rambursare',
    challenge: '3-D Secure',
    partner: 'Serverul tău',
    clock: 'Timp',
  },
} satisfies Texts<Record<Message['kind'], string>>

export const results = {
  en: { passed: 'Passed', failed: 'Failed', notApplicable: 'Does not apply' },
  ro: { passed: 'Trecută', failed: 'Picată', notApplicable: 'Nu se aplică' },
} satisfies Texts<Record<Verdict['result'], string>>

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

/** What a message has changed: the sentence of each action, and of what has none. */
export const changes = {
  en: {
    actions: {
      challenge: 'The customer is asked to confirm the payment.',
      ask: 'All rules approve it, and its amount is held; your server is asked.',
      approve: 'It is approved, and its amount is held.',
      complete: 'It is approved, and no money follows.',
      post: 'It is approved and booked.',
      decline: 'It is declined.',
      increase: 'The increment is approved, and held as well.',
      reduce: 'A part of it is given up, and the rest stays held.',
      replace: 'The real amount has taken the place of the one that was held.',
      reverse: 'It is given up, and nothing is held.',
      expire: 'It was not confirmed or cleared in time, and nothing is held.',
      clear: 'Its money is booked.',
      force: 'It is cleared without an authorization of ours, and its money is booked.',
      refund: 'Money has come back to the card.',
      credit: 'Money has come back to the card, for no payment that is known.',
    },
    increaseAsked: 'All rules approve the increment, which is held; your server is asked.',
    asked: 'your server was asked',
    partner: (reason: string, isOver: boolean) =>
      `${sentence(reason)}${isOver ? ' It was over already, and nothing has changed.' : ''}`,
    nothing: 'Nothing has changed.',
  },
  ro: {
    actions: {
      challenge: 'Clientul este rugat să confirme plata.',
      ask: 'Toate regulile o aprobă, iar suma este blocată; este întrebat serverul tău.',
      approve: 'Este aprobată, iar suma este blocată.',
      complete: 'Este aprobată și nu urmează bani.',
      post: 'Este aprobată și înregistrată.',
      decline: 'Este respinsă.',
      increase: 'Majorarea este aprobată și blocată și ea.',
      reduce: 'O parte este eliberată, restul rămâne blocat.',
      replace: 'Suma adevărată a luat locul celei blocate.',
      reverse: 'S-a renunțat la ea și nu mai este blocat nimic.',
      expire: 'Nu a fost confirmată sau decontată la timp și nu mai este blocat nimic.',
      clear: 'Banii ei sunt înregistrați.',
      force: 'Este decontată fără o autorizare a noastră, iar banii ei sunt înregistrați.',
      refund: 'S-au întors bani pe card.',
      credit: 'S-au întors bani pe card, pentru nicio plată cunoscută.',
    },
    increaseAsked: 'Toate regulile aprobă majorarea, care este blocată; este întrebat serverul tău.',
    asked: 'a fost întrebat serverul tău',
    partner: (reason: string, isOver: boolean) =>
      `${sentence(reason)}${isOver ? ' Era deja încheiată și nu s-a schimbat nimic.' : ''}`,
    nothing: 'Nu s-a schimbat nimic.',
  },
} satisfies Texts<{ actions: Readonly<Record<NonNullable<Message['action']>, string>>; [other: string]: unknown }>
