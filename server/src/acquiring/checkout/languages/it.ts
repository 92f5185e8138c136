import type { EmbeddedMessages } from './index.ts'

export const it: EmbeddedMessages = {
  frameTitle: 'Modulo di pagamento',
  loading: 'Il modulo di pagamento si sta caricando…',
  unreachable: 'Il modulo di pagamento non è raggiungibile. Controlli la connessione a Internet e riprovi.',
  lost: 'La connessione si è interrotta. Stiamo verificando se il pagamento è andato a buon fine. Non paghi di nuovo.',
  tryAgain: 'Riprovi',
  offline: 'Non è connesso a Internet. Non è stato inviato nulla; quello che ha scritto è ancora qui.',
  close: 'Chiudi',
  bankFrame: 'Pagina della Sua banca',
  bankHidden: 'Non vede nulla della Sua banca?',
  bankAlone: 'Aprila a tutta finestra',
  removeCards: 'Rimuovere una carta salvata',
  removeCard: 'Rimuovi',
  buttonTypes: {
    book: 'Prenota per {amount}',
    buy: 'Acquista per {amount}',
    checkout: 'Completa l’acquisto per {amount}',
    donate: 'Dona {amount}',
    order: 'Ordina per {amount}',
    subscribe: 'Abbonati per {amount}',
    topUp: 'Ricarica {amount}',
  },
}
