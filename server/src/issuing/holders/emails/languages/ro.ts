import type { HolderEmailMessages } from './index.ts'

export const ro: HolderEmailMessages = {
  code: 'Codul dumneavoastră',
  registration: {
    subject: 'Codul dumneavoastră pentru {partner}',
    title: 'Confirmați adresa de e-mail',
    text: 'Introduceți acest cod pentru a finaliza înregistrarea la {partner}. Este valabil 10 minute.',
  },
  login: {
    subject: 'Codul de autentificare pentru {partner}',
    title: 'Codul de autentificare',
    text: 'Introduceți acest cod pentru a vă autentifica la {partner}. Este valabil 10 minute.',
  },
  taken: {
    subject: 'Sunteți deja înregistrat la {partner}',
    title: 'Aveți deja un cont',
    text: 'Cineva, probabil dumneavoastră, a vrut să înregistreze această adresă de e-mail la {partner}. Ea are deja un cont, așa că nu s-a schimbat nimic: autentificați-vă.',
  },
  secret: 'Nu comunicați codul nimănui, nici persoanelor care spun că lucrează pentru noi.',
  unasked: 'Dacă nu ați cerut acest cod, poate că cineva vă cunoaște adresa de e-mail. Fără cod nu poate face nimic.',
  unaskedRegistration: 'Dacă nu ați fost dumneavoastră, nu trebuie să faceți nimic.',
  noReply: 'Răspunsurile la această adresă nu sunt citite. Dacă aveți o întrebare, adresați-vă către {partner}.',
}
