import { languages } from '#core/i18n'
import type { PayPage } from '../../src/acquiring/checkout/pages/view.ts'

/** The same words in each language, as one merchant may have them. */
const inAll = (text: string) => Object.fromEntries(languages.map((language) => [language, text]))

/** What a shop asks on its payment page, and says there. */
export const ownForm: Pick<PayPage, 'customerFields' | 'words'> = {
  customerFields: [
    { name: 'phone', required: true, value: undefined, label: inAll('Mobil'), help: inAll('Doar pentru curier.') },
    { name: 'state', required: false, value: undefined, help: inAll('Unde livrăm?') },
  ],
  words: {
    title: inAll('Aproape gata <3'),
    note: inAll('Livrăm de luni până vineri.'),
    termsUrl: 'https://brutaria.example/termeni',
    returnsUrl: 'https://brutaria.example/retur',
  },
}
