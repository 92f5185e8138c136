import type { Texts } from '../../i18n/language.tsx'
import type { PeriodWord } from './filter.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>

export type ListTexts = {
  filter: string
  filters: string
  clear: string
  remove: (label: string) => string
  apply: string
  show: string
  shows: (count: string) => string
  allOf: string
  but: string
  isBut: string
  from: string
  to: string
  atLeast: (end: string) => string
  atMost: (end: string) => string
  since: (day: string) => string
  until: (day: string) => string
  periods: Record<PeriodWord, string>
  ownDays: string
  number: string
  newer: string
  older: string
  page: (page: string, pages: string) => string
  rows: Forms
  leastOf: (count: string) => string
  countExactly: string
  searchedTo: (moment: string) => string
  searchedOnTo: (moment: string) => string
  goOn: string
  nothingSoFar: string
  nothingSoFarHint: string
  first: string
  last: string
  nothing: string
  nothingHint: string
  without: (filter: string, count: string) => string
  ignored: (names: string) => string
  expired: string
  fresh: Forms
  columns: string
  density: string
  densities: { roomy: string; dense: string }
  sortBy: (title: string) => string
  select: (name: string) => string
  selectAll: string
  selected: Forms
  unselect: string
  exportSelected: string
  failed: Forms
  carriedOut: Forms
  notCarriedOut: string
  allInList: string
  allThatMatch: (count: string) => string
  asOf: (moment: string) => string
  peek: string
  openPeeked: string
  closePeek: string
}

export const listTexts: Texts<ListTexts> = {
  en: {
    filter: 'Filter',
    filters: 'Filters',
    clear: 'Clear',
    remove: (label) => `Remove the filter ${label}`,
    apply: 'Apply',
    show: 'Show',
    shows: (count) => `Show ${count}`,
    allOf: 'All',
    but: 'All but these',
    isBut: 'all but',
    from: 'From',
    to: 'To',
    atLeast: (end) => `≥ ${end}`,
    atMost: (end) => `≤ ${end}`,
    since: (day) => `from ${day}`,
    until: (day) => `to ${day}`,
    periods: {
      today: 'today',
      yesterday: 'yesterday',
      'last-7d': 'last 7 days',
      'last-30d': 'last 30 days',
      'this-month': 'this month',
      'last-month': 'last month',
    },
    ownDays: 'own days',
    number: 'A number with a point, such as 49.90.',
    newer: 'Newer',
    older: 'Older',
    page: (page, pages) => `Page ${page} of ${pages}`,
    rows: { one: '# row', other: '# rows' },
    leastOf: (count) => `At least ${count}`,
    countExactly: 'Count exactly',
    searchedTo: (moment) => `Searched back to ${moment}`,
    searchedOnTo: (moment) => `Searched on to ${moment}`,
    goOn: 'Go on',
    nothingSoFar: 'Nothing found so far',
    nothingSoFarHint: 'The list is long, and this search is not at its end.',
    first: 'This is the first page',
    last: 'This is the last page',
    nothing: 'Nothing fits these filters',
    nothingHint: 'Take one of them away to see more.',
    without: (filter, count) => `Without ${filter}: ${count}`,
    ignored: (names) => `Not known here, and ignored: ${names}.`,
    expired: 'The place in this list is over. This is its first page.',
    fresh: { one: '# newer: show', other: '# newer: show' },
    columns: 'Columns',
    density: 'Rows',
    densities: { roomy: 'Roomy', dense: 'Dense' },
    sortBy: (title) => `Sort by ${title}`,
    select: (name) => `Select ${name}`,
    selectAll: 'Select all on this page',
    selected: { one: '# selected', other: '# selected' },
    unselect: 'Select none',
    exportSelected: 'Export selected',
    failed: { one: '# could not be done', other: '# could not be done' },
    carriedOut: { one: '# done', other: '# done' },
    notCarriedOut: 'Nothing was changed there.',
    allInList: 'All results',
    allThatMatch: (count) => `all ${count} that match`,
    asOf: (moment) => `Those made until ${moment}.`,
    peek: 'Beside the list',
    openPeeked: 'Open the page',
    closePeek: 'Close',
  },
  ro: {
    filter: 'Filtru',
    filters: 'Filtre',
    clear: 'Golește',
    remove: (label) => `Scoate filtrul ${label}`,
    apply: 'Aplică',
    show: 'Arată',
    shows: (count) => `Arată ${count}`,
    allOf: 'Toate',
    but: 'Toate în afară de acestea',
    isBut: 'toate în afară de',
    from: 'De la',
    to: 'Până la',
    atLeast: (end) => `≥ ${end}`,
    atMost: (end) => `≤ ${end}`,
    since: (day) => `de la ${day}`,
    until: (day) => `până la ${day}`,
    periods: {
      today: 'azi',
      yesterday: 'ieri',
      'last-7d': 'ultimele 7 zile',
      'last-30d': 'ultimele 30 de zile',
      'this-month': 'luna aceasta',
      'last-month': 'luna trecută',
    },
    ownDays: 'zile alese',
    number: 'Un număr cu punct, de exemplu 49.90.',
    newer: 'Mai noi',
    older: 'Mai vechi',
    page: (page, pages) => `Pagina ${page} din ${pages}`,
    rows: { one: '# rând', few: '# rânduri', other: '# de rânduri' },
    leastOf: (count) => `Cel puțin ${count}`,
    countExactly: 'Numără exact',
    searchedTo: (moment) => `S-a căutat înapoi până la ${moment}`,
    searchedOnTo: (moment) => `S-a căutat înainte până la ${moment}`,
    goOn: 'Caută mai departe',
    nothingSoFar: 'Încă nu s-a găsit nimic',
    nothingSoFarHint: 'Lista este lungă, iar căutarea nu a ajuns la capăt.',
    first: 'Aceasta este prima pagină',
    last: 'Aceasta este ultima pagină',
    nothing: 'Nimic nu corespunde acestor filtre',
    nothingHint: 'Renunță la unul dintre ele pentru a vedea mai mult.',
    without: (filter, count) => `Fără ${filter}: ${count}`,
    ignored: (names) => `Necunoscut aici și ignorat: ${names}.`,
    expired: 'Locul din această listă a expirat. Aceasta este prima pagină.',
    fresh: { one: '# mai nou: arată', few: '# mai noi: arată', other: '# mai noi: arată' },
    columns: 'Coloane',
    density: 'Rânduri',
    densities: { roomy: 'Aerisite', dense: 'Dese' },
    sortBy: (title) => `Sortează după ${title}`,
    select: (name) => `Alege ${name}`,
    selectAll: 'Alege tot de pe această pagină',
    selected: { one: '# ales', few: '# alese', other: '# alese' },
    unselect: 'Nu alege nimic',
    exportSelected: 'Exportă alegerea',
    failed: { one: '# nu a putut fi făcut', few: '# nu au putut fi făcute', other: '# nu au putut fi făcute' },
    carriedOut: { one: '# făcut', few: '# făcute', other: '# făcute' },
    notCarriedOut: 'Acolo nu s-a schimbat nimic.',
    allInList: 'Toate rezultatele',
    allThatMatch: (count) => `toate cele ${count} care se potrivesc`,
    asOf: (moment) => `Cele făcute până la ${moment}.`,
    peek: 'Lângă listă',
    openPeeked: 'Deschide pagina',
    closePeek: 'Închide',
  },
}
