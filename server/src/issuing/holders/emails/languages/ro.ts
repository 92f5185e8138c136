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
  resetPassword: {
    subject: 'Codul dumneavoastră pentru o parolă nouă la {partner}',
    title: 'Alegeți o parolă nouă',
    text: 'Introduceți acest cod pentru a alege o parolă nouă la {partner}. Este valabil 10 minute.',
  },
  noPassword: {
    subject: 'Nicio parolă la {partner}',
    title: 'Nu există o parolă de resetat',
    text: 'Cineva, probabil dumneavoastră, a vrut să reseteze o parolă la {partner} pentru această adresă de e-mail. Niciun cont cu parolă nu o are, așa că nu s-a schimbat nimic. Dacă aveți un cont, autentificați-vă ca până acum sau încercați altă adresă.',
  },
  passwordChanged: {
    subject: 'Parola dumneavoastră la {partner} a fost schimbată',
    title: 'Parola a fost schimbată',
    text: 'Parola contului dumneavoastră la {partner} a fost schimbată și toate dispozitivele au fost deconectate. Autentificați-vă cu parola nouă.',
  },
  cardTried: {
    subject: 'Cineva încearcă cardul dvs. de la {partner}',
    title: 'Cineva încearcă să plătească cu cardul dvs.',
    text: 'Pentru cardul dvs. de la {partner} s-au introdus de mai multe ori coduri de securitate sau date de expirare greșite. Timp de câteva minute, plățile la care datele cardului sunt introduse manual sunt refuzate, dacă nu le confirmați. În magazine, în telefon și acolo unde este salvat, cardul funcționează ca înainte.',
  },
  secret: 'Nu comunicați codul nimănui, nici persoanelor care spun că lucrează pentru noi.',
  unasked: 'Dacă nu ați cerut acest cod, poate că cineva vă cunoaște adresa de e-mail. Fără cod nu poate face nimic.',
  unaskedRegistration: 'Dacă nu ați fost dumneavoastră, nu trebuie să faceți nimic.',
  unaskedChange:
    'Dacă nu ați fost dumneavoastră, poate că altcineva are acces la contul dumneavoastră: resetați parola imediat și anunțați {partner}.',
  unaskedTries:
    'Dacă nu ați fost dvs., cineva poate cunoaște numărul cardului: verificați plățile, blocați cardul dacă nu recunoașteți una și anunțați {partner}.',
  noReply: 'Răspunsurile la această adresă nu sunt citite. Dacă aveți o întrebare, adresați-vă către {partner}.',
}
