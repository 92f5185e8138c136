import type { EmbeddedMessages } from './index.ts'

export const ro: EmbeddedMessages = {
  frameTitle: 'Formular de plată',
  loading: 'Se încarcă formularul de plată…',
  unreachable: 'Formularul de plată nu poate fi accesat. Verificați conexiunea la internet și încercați din nou.',
  lost: 'Conexiunea s-a întrerupt. Verificăm dacă plata a fost efectuată. Vă rugăm să nu plătiți din nou.',
  tryAgain: 'Încercați din nou',
  offline: 'Nu aveți conexiune la internet. Nu s-a trimis nimic; ce ați completat este încă aici.',
  close: 'Închideți',
  bankFrame: 'Pagina băncii',
  bankHidden: 'Nu vedeți nimic de la bancă?',
  bankAlone: 'Deschideți în toată fereastra',
  removeCards: 'Ștergeți un card salvat',
  removeCard: 'Ștergeți',
  buttonTypes: {
    book: 'Rezervați pentru {amount}',
    buy: 'Cumpărați cu {amount}',
    checkout: 'Finalizați comanda de {amount}',
    donate: 'Donați {amount}',
    order: 'Comandați cu {amount}',
    subscribe: 'Abonați-vă pentru {amount}',
    topUp: 'Alimentați cu {amount}',
  },
}
