import type { Texts } from '../../../i18n/language.tsx'

/** What each family of accounts holds, by its name in the chart of accounts. */
export const familyWords = {
  en: {
    'acquirer:captured': 'Acquirers owe us: captured, not yet in a batch',
    'acquirer:settling': 'Acquirers owe us: on its way to the bank',
    'acquirer:disputed': 'Acquirers owe us: disputed',
    'acquirer:reserve': 'Held back by acquirers',
    'merchant:*:payable': 'We owe merchants',
    'merchant:*:disputed': 'Set aside of merchants, disputed',
    'merchant:*:reserve': 'Held back of merchants',
    'merchant:*:payout': 'On its way to merchants',
    'bank:operating': 'Our bank account',
    'holder:*:available': 'Holders of our cards own',
    'holder:*:owed': 'Holders of our cards owe us',
    'network:payable': 'We owe card networks',
    conversions: 'Changed into another currency, not yet bought',
    'topups:coins': 'Coins received',
    'expense:coins': 'Coins lost',
    'expense:network-fees': 'Fees of card networks',
    'expense:acquirer-fees': 'Fees of acquirers',
    'expense:acquirer-differences': 'Differences with acquirers',
    'income:fees': 'Fees earned',
    'income:markup': 'Earned on conversions',
  } as Readonly<Record<string, string>>,
  ro: {
    'acquirer:captured': 'Acceptatorii ne datorează: încasat, încă fără lot',
    'acquirer:settling': 'Acceptatorii ne datorează: pe drum spre bancă',
    'acquirer:disputed': 'Acceptatorii ne datorează: contestat',
    'acquirer:reserve': 'Reținut de acceptatori',
    'merchant:*:payable': 'Datorăm comercianților',
    'merchant:*:disputed': 'Pus deoparte de la comercianți, contestat',
    'merchant:*:reserve': 'Reținut de la comercianți',
    'merchant:*:payout': 'Pe drum spre comercianți',
    'bank:operating': 'Contul nostru bancar',
    'holder:*:available': 'Dețin posesorii cardurilor noastre',
    'holder:*:owed': 'Ne datorează posesorii cardurilor noastre',
    'network:payable': 'Datorăm rețelelor de carduri',
    conversions: 'Schimbat în altă monedă, încă necumpărat',
    'topups:coins': 'Criptomonede primite',
    'expense:coins': 'Criptomonede pierdute',
    'expense:network-fees': 'Comisioane ale rețelelor de carduri',
    'expense:acquirer-fees': 'Comisioane ale acceptatorilor',
    'expense:acquirer-differences': 'Diferențe față de acceptatori',
    'income:fees': 'Comisioane câștigate',
    'income:markup': 'Câștigat la conversii',
  } as Readonly<Record<string, string>>,
} satisfies Texts<unknown>

export const bookWords = {
  en: {
    books: 'Books',
    accounts: 'Accounts',
    journal: 'Journal',
    account: 'Account',
    holds: 'What it holds',
    kind: 'Kind',
    debit: 'Debit',
    credit: 'Credit',
    entry: 'Entry',
    recipe: 'Posting',
    about: 'About',
    booked: 'Booked',
    balance: 'Balance',
    older: 'Older',
    newest: 'Newest',
    kinds: { asset: 'Asset', liability: 'Debt', income: 'Income', expense: 'Cost', clearing: 'Clearing' },
    sides: { debit: 'debit', credit: 'credit' },
  },
  ro: {
    books: 'Registre',
    accounts: 'Conturi',
    journal: 'Jurnal',
    account: 'Cont',
    holds: 'Ce conține',
    kind: 'Fel',
    debit: 'Debit',
    credit: 'Credit',
    entry: 'Înregistrarea',
    recipe: 'Operațiune',
    about: 'Despre',
    booked: 'Înregistrat',
    balance: 'Sold',
    older: 'Mai vechi',
    newest: 'Cele mai noi',
    kinds: { asset: 'Activ', liability: 'Datorie', income: 'Venit', expense: 'Cost', clearing: 'Compensare' },
    sides: { debit: 'debit', credit: 'credit' },
  },
} satisfies Texts<unknown>

/** The name of the family that an account belongs to, as the server makes it. */
export function familyOf(account: string): string {
  const [first, owner, ...rest] = account.split(':')
  return rest.length > 0 && owner !== undefined && (first === 'merchant' || first === 'holder')
    ? [first, '*', ...rest].join(':')
    : account
}
