import type { EmbeddedMessages } from './index.ts'

export const de: EmbeddedMessages = {
  frameTitle: 'Zahlungsformular',
  loading: 'Das Zahlungsformular wird geladen …',
  unreachable:
    'Das Zahlungsformular ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
  lost: 'Die Verbindung wurde unterbrochen. Wir stellen fest, ob Ihre Zahlung angekommen ist. Bitte zahlen Sie nicht noch einmal.',
  tryAgain: 'Noch einmal versuchen',
  offline: 'Sie sind nicht mit dem Internet verbunden. Es wurde nichts gesendet; Ihre Eingaben sind noch da.',
  close: 'Schließen',
  bankFrame: 'Seite Ihrer Bank',
  bankHidden: 'Sie sehen nichts von Ihrer Bank?',
  bankAlone: 'Im ganzen Fenster öffnen',
  removeCards: 'Eine gespeicherte Karte entfernen',
  removeCard: 'Entfernen',
  buttonTypes: {
    book: 'Für {amount} buchen',
    buy: 'Für {amount} kaufen',
    checkout: 'Für {amount} zur Kasse',
    donate: '{amount} spenden',
    order: 'Zahlungspflichtig bestellen: {amount}',
    subscribe: 'Für {amount} abonnieren',
    topUp: '{amount} aufladen',
  },
}
