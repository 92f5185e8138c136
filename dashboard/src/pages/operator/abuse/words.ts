import type { Texts } from '../../../i18n/language.tsx'

/** What typed cards are counted by, and what may be blocked. */
export const countedBy = {
  en: {
    address: 'Address',
    card: 'Card',
    order: 'Order',
    link: 'Payment link',
    bin: 'First digits of cards',
    site: 'Site',
    link_day: 'Payment link, a day',
    site_day: 'Site, a day',
  },
  ro: {
    address: 'Adresă',
    card: 'Card',
    order: 'Comandă',
    link: 'Link de plată',
    bin: 'Primele cifre ale cardurilor',
    site: 'Magazin',
    link_day: 'Link de plată, pe zi',
    site_day: 'Magazin, pe zi',
  },
} satisfies Texts<unknown>
