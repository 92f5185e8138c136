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
  resetPassword: {
    subject: 'Il tuo codice per una nuova password di {partner}',
    title: 'Scegli una nuova password',
    text: 'Inserisci questo codice per scegliere una nuova password per {partner}. È valido per 10 minuti.',
  },
  noPassword: {
    subject: 'Nessuna password per {partner}',
    title: "Non c'è una password da reimpostare",
    text: 'Qualcuno, probabilmente tu, ha voluto reimpostare una password di {partner} per questo indirizzo e-mail. Nessun account con password lo usa, quindi non è cambiato nulla. Se hai un account, accedi come hai fatto finora oppure prova con un altro indirizzo.',
  },
  passwordChanged: {
    subject: 'La tua password di {partner} è stata cambiata',
    title: 'La tua password è stata cambiata',
    text: 'La password del tuo account {partner} è stata cambiata e tutti i dispositivi sono stati disconnessi. Accedi con la nuova password.',
  },
  cardTried: {
    subject: 'Qualcuno prova la sua carta di {partner}',
    title: 'Qualcuno prova a pagare con la sua carta',
    text: 'Per la sua carta di {partner} sono stati inseriti più volte codici di sicurezza o date di scadenza errati. Per alcuni minuti i pagamenti in cui i dati della carta vengono digitati sono rifiutati, se non li conferma. Nei negozi, sul telefono e dove è salvata, la carta funziona come prima.',
  },
  secret: 'Non comunicare il codice a nessuno, nemmeno a chi dice di lavorare per noi.',
  unasked:
    'Se non hai richiesto questo codice, forse qualcuno conosce il tuo indirizzo e-mail. Senza il codice non può fare nulla.',
  unaskedRegistration: 'Se non sei stato tu, non devi fare nulla.',
  unaskedChange:
    'Se non sei stato tu, qualcun altro potrebbe avere accesso al tuo account: reimposta subito la password e avvisa {partner}.',
  unaskedTries:
    'Se non è stato lei, qualcuno potrebbe conoscere il numero della sua carta: controlli i pagamenti, la blocchi se non ne riconosce uno e avvisi {partner}.',
  noReply: 'Le risposte a questo indirizzo non vengono lette. Se hai una domanda, rivolgiti a {partner}.',
}
