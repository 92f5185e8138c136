import type { EmailMessages } from './index.ts'

export const it: EmailMessages = {
  subscription: 'Abbonamento',
  payment: 'Pagamento',
  due: 'Importo dovuto',
  nextTry: 'Prossimo tentativo',
  validUntil: 'Valida fino a',
  amountRefunded: 'Rimborsato',
  manage: 'Gestisci il tuo abbonamento',
  newCard: 'Usa un’altra carta',

  paid: {
    subject: 'Ricevuta di {merchant}: {amount}',
    title: 'Grazie per il tuo pagamento',
    text: 'Hai pagato {amount} a {merchant}. Questa è la tua ricevuta.',
  },
  renewed: {
    subject: 'Ricevuta di {merchant}: {amount}',
    title: 'Il tuo abbonamento è pagato',
    text: '{merchant} ha addebitato {amount} per il tuo abbonamento, come concordato. Questa è la tua ricevuta.',
  },
  charged: {
    subject: 'Ricevuta di {merchant}: {amount}',
    title: 'Grazie per il tuo pagamento',
    text: '{merchant} ha addebitato {amount} sulla tua carta salvata, come concordato con te. Questa è la tua ricevuta.',
  },
  partPaid: {
    subject: 'Ricevuta di {merchant}: {amount}',
    title: 'Una parte del tuo abbonamento è pagata',
    text: 'La tua carta non bastava per l’intero importo, quindi {merchant} ne ha addebitato una parte: {amount}. Il resto viene richiesto più tardi, tolta questa parte.',
  },
  reserved: {
    subject: '{merchant} ha riservato {amount} sulla tua carta',
    title: 'Il tuo importo è riservato',
    text: '{amount} sono riservati sulla tua carta per {merchant}. Non è ancora stato addebitato nulla. Riceverai una ricevuta quando accadrà.',
  },
  captured: {
    subject: 'Ricevuta di {merchant}: {amount}',
    title: 'Grazie per il tuo pagamento',
    text: '{merchant} ha addebitato {amount}, che erano riservati sulla tua carta. Questa è la tua ricevuta.',
    partly: 'Dei {reserved} riservati è stata addebitata solo questa parte. Il resto è di nuovo disponibile.',
  },
  refunded: {
    subject: '{merchant} ti rimborsa {amount}',
    title: 'Il tuo denaro sta tornando',
    text: '{merchant} ha rimborsato {amount} sulla tua carta. La tua banca può impiegare qualche giorno per mostrarlo.',
  },
  cancelled: {
    subject: '{merchant} ha annullato il tuo pagamento di {amount}',
    title: 'Il tuo pagamento è annullato',
    text: '{merchant} ha annullato il tuo pagamento di {amount}. Il denaro torna sulla tua carta. La tua banca può impiegare qualche giorno per mostrarlo.',
  },
  released: {
    subject: '{merchant} ha liberato {amount} sulla tua carta',
    title: 'Non è stato addebitato nulla',
    text: 'I {amount} riservati sulla tua carta per {merchant} sono di nuovo disponibili. Non è stato addebitato nulla.',
  },

  unpaid: {
    subject: 'Il tuo pagamento a {merchant} non è riuscito',
    title: 'Il tuo abbonamento non è stato pagato',
    text: '{merchant} ha provato ad addebitare {amount} per il tuo abbonamento, ma il pagamento non è riuscito.',
    noCard: 'Non c’è una carta su cui addebitare.',
    next: 'Riproviamo il {date}. Se allora la carta funziona, non devi fare nulla.',
    last: 'Riproviamo il {date}, per l’ultima volta. Se neanche allora riesce, il tuo abbonamento termina.',
  },
  lastNotice: {
    subject: 'Ultimo tentativo il {date}: il tuo abbonamento a {merchant}',
    title: 'Il tuo abbonamento sta per terminare',
    text: 'Non è stato ancora possibile addebitare {amount} per il tuo abbonamento a {merchant}.',
  },
  help: 'Puoi usare un’altra carta in qualsiasi momento: l’importo dovuto viene subito addebitato su quella.',
  helpAlone: 'Se preferisci usare un’altra carta, dillo a {merchant}.',
  expiring: {
    subject: 'La tua carta per {merchant} sta per scadere',
    title: 'La tua carta sta per scadere',
    text: 'La carta che paga il tuo abbonamento a {merchant} sarà scaduta al momento del prossimo pagamento.',
    help: 'Indicaci prima una nuova carta, così il tuo abbonamento continua.',
  },
  ending: {
    subject: 'Hai disdetto il tuo abbonamento a {merchant}',
    title: 'La tua disdetta è confermata',
    text: 'Hai disdetto il tuo abbonamento a {merchant}. Finisce in data {date}: hai pagato fino ad allora e puoi usarlo. Non verrà addebitato altro.',
    keep: 'Se cambi idea prima di quel giorno, puoi annullare la disdetta.',
    byMerchant: {
      subject: '{merchant} ha disdetto il tuo abbonamento',
      title: 'Il tuo abbonamento è stato disdetto',
      text: '{merchant} ha disdetto il tuo abbonamento. Finisce in data {date}: hai pagato fino ad allora e puoi usarlo. Non verrà addebitato altro.',
      lastBill:
        '{merchant} ha disdetto il tuo abbonamento. Finisce quando viene fatto il pagamento di {amount} in data {date}.',
    },
  },
  kept: {
    subject: 'Il tuo abbonamento a {merchant} continua',
    title: 'Il tuo abbonamento continua',
    text: 'Hai annullato la disdetta, quindi il tuo abbonamento a {merchant} continua come prima.',
    byMerchant: '{merchant} ha annullato la disdetta del tuo abbonamento, che continua come prima.',
  },
  ended: {
    subject: 'Il tuo abbonamento a {merchant} è terminato',
    title: 'Il tuo abbonamento è terminato',
    byShopper: 'Hai disdetto il tuo abbonamento a {merchant}. Non verrà addebitato altro.',
    byMerchant: '{merchant} ha terminato il tuo abbonamento. Non verrà addebitato altro.',
    unpaid:
      'L’ultimo pagamento del tuo abbonamento a {merchant} non è riuscito, quindi è terminato. Non verrà addebitato altro.',
    again: 'Puoi abbonarti di nuovo a {merchant} in qualsiasi momento.',
  },

  recovery: {
    subject: 'Paga {amount} a {merchant}',
    title: 'Il tuo pagamento non è riuscito',
    text: 'Il tuo pagamento di {amount} a {merchant} è stato rifiutato e non è stato addebitato nulla. Con questo link puoi rifarlo, una sola volta.',
    pay: 'Paga ora',
  },

  link: {
    subject: 'Il link al tuo abbonamento a {merchant}',
    title: 'Il tuo nuovo link',
    text: 'Con questo link gestisci il tuo abbonamento a {merchant}: vedi i pagamenti, usi un’altra carta o lo termini.',
    until: 'Il link vale fino al {date}. Non passarlo ad altri: chi lo ha può fare lo stesso.',
    unasked: 'Se non l’hai richiesto tu, non devi fare nulla.',
  },

  invoice: {
    subject: 'Fattura {number} di {merchant}',
    title: 'La tua fattura',
    text: 'La fattura del tuo pagamento di {amount} a {merchant} è allegata a questa e-mail.',
    number: 'Numero della fattura',
  },
  creditNote: {
    subject: 'Nota di credito {number} di {merchant}',
    title: 'La tua nota di credito',
    text: '{merchant} ti rimborsa {amount}. La nota di credito è allegata a questa e-mail.',
    number: 'Numero della nota di credito',
  },
  closing: {
    shopper: 'Ricevi questa e-mail perché questo indirizzo è stato indicato durante il pagamento a {merchant}.',
    invoice: 'Ricevi questa e-mail perché a {merchant} è stato chiesto di inviare la ricevuta a questo indirizzo.',
    reply: 'Domande? Rispondi a questa e-mail e {merchant} la leggerà.',
    noReply: 'Le risposte a questo indirizzo non vengono lette. Per qualsiasi domanda rivolgiti a {merchant}.',
  },
}
