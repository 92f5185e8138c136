import type { Texts } from '../../../i18n/language.tsx'
import type { FieldName } from './form-values.ts'

type Words = {
  title: string
  about: string
  effect: string
  site: string
  sites: string
  noSite: string
  noSiteHint: string
  save: string
  saved: string
  fields: string
  fieldsHint: string
  nothingAsked: string
  add: string
  addField(name: string): string
  required: string
  requiredField(name: string): string
  up(name: string): string
  down(name: string): string
  remove(name: string): string
  isFirst: string
  isLast: string
  moved(name: string, place: number, of: number): string
  added(name: string): string
  removed(name: string): string
  ownWords: string
  label: string
  labelHint(usual: string): string
  help: string
  helpHint: string
  words: string
  wordsIn: string
  wordsHint: string
  written: string
  formTitle: string
  formTitleHint: string
  note: string
  noteHint: string
  links: string
  termsUrl: string
  returnsUrl: string
  linkHint: string
  reset: string
  names: Readonly<Record<FieldName, string>>
  pages: Readonly<Record<'pay' | 'declined', string>>
}

export const formTexts: Texts<Words> = {
  en: {
    title: 'Payment page',
    about: 'What the page asks of customers beside their card, and your own words on it.',
    effect: 'Counts from the next page that is loaded. An open page asks for a newly required field when it is sent.',
    site: 'Site',
    sites: 'Sites',
    noSite: 'No site yet',
    noSiteHint: 'Your operator makes sites.',
    save: 'Save',
    saved: 'Saved. The next page that is loaded has it.',
    fields: 'Fields',
    fieldsHint:
      'Asked only for what your shop has not sent. A payment link that requires fields asks for those instead.',
    nothingAsked: 'The page asks for the card alone. That is the default.',
    add: 'Add a field',
    addField: (name) => `Add ${name}`,
    required: 'Required',
    requiredField: (name) => `${name} is required`,
    up: (name) => `Move ${name} up`,
    down: (name) => `Move ${name} down`,
    remove: (name) => `Remove ${name}`,
    isFirst: 'It is the first.',
    isLast: 'It is the last.',
    moved: (name, place, of) => `${name} is ${place} of ${of}.`,
    added: (name) => `${name} was added at the end.`,
    removed: (name) => `${name} was removed.`,
    ownWords: 'Own label and help',
    label: 'Label',
    labelHint: (usual) => `At most 60 characters. Without: our own, “${usual}”, in the language of the page.`,
    help: 'Help',
    helpHint: 'Below the field, at most 160 characters.',
    words: 'Words',
    wordsIn: 'Language of your words',
    wordsHint: 'Plain text. A page in a language without your words has our labels, and nothing else.',
    written: 'written',
    formTitle: 'Title above the form',
    formTitleHint: 'At most 80 characters. Without: none.',
    note: 'Note at the button',
    noteHint: 'At most 300 characters. Without: none.',
    links: 'Links',
    termsUrl: 'Terms of sale',
    returnsUrl: 'Returns',
    linkHint: 'An https address. It opens in a window of its own. Without: no link.',
    reset: 'Back to the default',
    // As the pages call them: `server/tests/tidy/pay-form-names.test.ts` compares.
    names: {
      email: 'E-mail',
      firstName: 'First name',
      lastName: 'Last name',
      phone: 'Phone',
      address: 'Street and number',
      city: 'Town',
      zipCode: 'Postcode',
      country: 'Country',
      state: 'State or province',
    },
    pages: { pay: 'Payment', declined: 'Declined' },
  },
  ro: {
    title: 'Pagina de plată',
    about: 'Ce îi cere pagina clientului pe lângă card și cuvintele tale de pe ea.',
    effect:
      'Se aplică de la următoarea pagină încărcată. O pagină deschisă cere un câmp devenit obligatoriu când este trimisă.',
    site: 'Magazin',
    sites: 'Magazine',
    noSite: 'Încă niciun magazin',
    noSiteHint: 'Magazinele le face operatorul.',
    save: 'Salvează',
    saved: 'Salvat. Următoarea pagină încărcată îl are.',
    fields: 'Câmpuri',
    fieldsHint:
      'Se cere doar ce nu a trimis magazinul. Un link de plată care are câmpuri obligatorii le cere pe acelea.',
    nothingAsked: 'Pagina cere doar cardul. Așa este implicit.',
    add: 'Adaugă un câmp',
    addField: (name) => `Adaugă: ${name}`,
    required: 'Obligatoriu',
    requiredField: (name) => `${name}: obligatoriu`,
    up: (name) => `Mută mai sus: ${name}`,
    down: (name) => `Mută mai jos: ${name}`,
    remove: (name) => `Scoate: ${name}`,
    isFirst: 'Este primul.',
    isLast: 'Este ultimul.',
    moved: (name, place, of) => `${name}: locul ${place} din ${of}.`,
    added: (name) => `${name}: adăugat la sfârșit.`,
    removed: (name) => `${name}: scos.`,
    ownWords: 'Etichetă și ajutor proprii',
    label: 'Etichetă',
    labelHint: (usual) => `Cel mult 60 de caractere. Fără: a noastră, „${usual}”, în limba paginii.`,
    help: 'Ajutor',
    helpHint: 'Sub câmp, cel mult 160 de caractere.',
    words: 'Cuvinte',
    wordsIn: 'Limba cuvintelor tale',
    wordsHint: 'Text simplu. O pagină într-o limbă fără cuvintele tale are etichetele noastre și nimic altceva.',
    written: 'scris',
    formTitle: 'Titlu deasupra formularului',
    formTitleHint: 'Cel mult 80 de caractere. Fără: niciunul.',
    note: 'Notă lângă buton',
    noteHint: 'Cel mult 300 de caractere. Fără: niciuna.',
    links: 'Linkuri',
    termsUrl: 'Condiții de vânzare',
    returnsUrl: 'Retururi',
    linkHint: 'O adresă https. Se deschide într-o fereastră proprie. Fără: niciun link.',
    reset: 'Înapoi la cel implicit',
    names: {
      email: 'Adresă de e-mail',
      firstName: 'Prenume',
      lastName: 'Nume',
      phone: 'Telefon',
      address: 'Strada și numărul',
      city: 'Localitatea',
      zipCode: 'Cod poștal',
      country: 'Țara',
      state: 'Stat sau provincie',
    },
    pages: { pay: 'Plată', declined: 'Respinsă' },
  },
}
