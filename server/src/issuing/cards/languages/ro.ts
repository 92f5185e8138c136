import type { CardMessages } from './index.ts'

export const ro: CardMessages = {
  title: 'Cardul dumneavoastră',
  ask: 'Afișați numărul și codul de securitate ale acestui card? Sunt afișate o singură dată.',
  show: 'Afișează',
  pin: 'PIN',
  keep: 'Nu le spuneți nimănui. Nu le cerem niciodată prin telefon sau e-mail.',
  overTitle: 'Această pagină a expirat',
  over: 'Datele unui card sunt afișate o singură dată și doar câteva minute. Deschideți-le din nou în aplicație.',
}
