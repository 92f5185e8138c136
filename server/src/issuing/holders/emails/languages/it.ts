import type { HolderEmailMessages } from './index.ts'

export const it: HolderEmailMessages = {
  code: 'Il tuo codice',
  registration: {
    subject: 'Il tuo codice per {partner}',
    title: 'Conferma il tuo indirizzo e-mail',
    text: 'Inserisci questo codice per completare la registrazione a {partner}. È valido per 10 minuti.',
  },
  login: {
    subject: 'Il tuo codice di accesso per {partner}',
    title: 'Il tuo codice di accesso',
    text: 'Inserisci questo codice per accedere a {partner}. È valido per 10 minuti.',
  },
  taken: {
    subject: 'Sei già registrato a {partner}',
    title: 'Hai già un account',
    text: 'Qualcuno, probabilmente tu, ha voluto registrare questo indirizzo e-mail a {partner}. Ha già un account, quindi non è cambiato nulla: accedi semplicemente.',
  },
  secret: 'Non comunicare il codice a nessuno, nemmeno a chi dice di lavorare per noi.',
  unasked:
    'Se non hai richiesto questo codice, forse qualcuno conosce il tuo indirizzo e-mail. Senza il codice non può fare nulla.',
  unaskedRegistration: 'Se non sei stato tu, non devi fare nulla.',
  noReply: 'Le risposte a questo indirizzo non vengono lette. Se hai una domanda, rivolgiti a {partner}.',
}
