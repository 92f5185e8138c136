import type { EmailMessages } from './index.ts'

export const de: EmailMessages = {
  subscription: 'Abo',
  payment: 'Zahlung',
  due: 'Offener Betrag',
  nextTry: 'Nächster Versuch',
  validUntil: 'Gültig bis',
  amountRefunded: 'Zurückgezahlt',
  manage: 'Abo verwalten',
  newCard: 'Andere Karte verwenden',

  paid: {
    subject: 'Zahlungsbeleg von {merchant}: {amount}',
    title: 'Danke für Ihre Zahlung',
    text: 'Sie haben {amount} an {merchant} gezahlt. Dies ist Ihr Beleg.',
  },
  renewed: {
    subject: 'Zahlungsbeleg von {merchant}: {amount}',
    title: 'Ihr Abo ist bezahlt',
    text: '{merchant} hat wie vereinbart {amount} für Ihr Abo abgebucht. Dies ist Ihr Beleg.',
  },
  charged: {
    subject: 'Zahlungsbeleg von {merchant}: {amount}',
    title: 'Danke für Ihre Zahlung',
    text: '{merchant} hat wie mit Ihnen vereinbart {amount} von Ihrer gespeicherten Karte abgebucht. Dies ist Ihr Beleg.',
  },
  partPaid: {
    subject: 'Zahlungsbeleg von {merchant}: {amount}',
    title: 'Ein Teil Ihres Abos ist bezahlt',
    text: 'Für den ganzen Betrag reichte das Guthaben Ihrer Karte nicht, deshalb hat {merchant} einen Teil abgebucht: {amount}. Der Rest wird später noch einmal versucht, dieser Teil wird davon abgezogen.',
  },
  reserved: {
    subject: '{merchant} hat {amount} auf Ihrer Karte reserviert',
    title: 'Ihr Betrag ist reserviert',
    text: '{amount} sind auf Ihrer Karte für {merchant} reserviert. Noch ist nichts abgebucht. Sobald es so weit ist, bekommen Sie einen Beleg.',
  },
  captured: {
    subject: 'Zahlungsbeleg von {merchant}: {amount}',
    title: 'Danke für Ihre Zahlung',
    text: '{merchant} hat {amount} abgebucht, die zuvor auf Ihrer Karte reserviert waren. Dies ist Ihr Beleg.',
    partly: 'Von den reservierten {reserved} wurde nur dieser Teil abgebucht. Der Rest ist wieder frei.',
  },
  refunded: {
    subject: '{merchant} zahlt Ihnen {amount} zurück',
    title: 'Ihr Geld ist auf dem Rückweg',
    text: '{merchant} hat {amount} auf Ihre Karte zurückgezahlt. Bis Ihre Bank es anzeigt, können einige Tage vergehen.',
  },
  cancelled: {
    subject: '{merchant} hat Ihre Zahlung über {amount} storniert',
    title: 'Ihre Zahlung ist storniert',
    text: '{merchant} hat Ihre Zahlung über {amount} storniert. Das Geld geht auf Ihre Karte zurück. Bis Ihre Bank es anzeigt, können einige Tage vergehen.',
  },
  released: {
    subject: '{merchant} hat {amount} auf Ihrer Karte freigegeben',
    title: 'Es wurde nichts abgebucht',
    text: 'Die {amount}, die für {merchant} auf Ihrer Karte reserviert waren, sind wieder frei. Es wurde nichts abgebucht.',
  },

  unpaid: {
    subject: 'Ihre Zahlung an {merchant} hat nicht geklappt',
    title: 'Ihr Abo konnte nicht bezahlt werden',
    text: '{merchant} wollte {amount} für Ihr Abo abbuchen, aber die Zahlung hat nicht geklappt.',
    noCard: 'Es gibt keine Karte, die belastet werden könnte.',
    next: 'Wir versuchen es am {date} noch einmal. Wenn die Karte dann funktioniert, brauchen Sie nichts zu tun.',
    last: 'Wir versuchen es am {date} zum letzten Mal. Klappt es auch dann nicht, endet Ihr Abo.',
  },
  lastNotice: {
    subject: 'Letzter Versuch am {date}: Ihr Abo bei {merchant}',
    title: 'Ihr Abo endet bald',
    text: '{amount} für Ihr Abo bei {merchant} konnten noch immer nicht abgebucht werden.',
  },
  help: 'Sie können jederzeit eine andere Karte verwenden: Der offene Betrag wird dann sofort von ihr abgebucht.',
  helpAlone: 'Wenn Sie lieber eine andere Karte verwenden möchten, sagen Sie {merchant} Bescheid.',
  expiring: {
    subject: 'Ihre Karte für {merchant} läuft bald ab',
    title: 'Ihre Karte läuft bald ab',
    text: 'Die Karte, mit der Ihr Abo bei {merchant} bezahlt wird, ist bei der nächsten Zahlung abgelaufen.',
    help: 'Geben Sie uns vorher eine neue Karte an, damit Ihr Abo weiterläuft.',
  },
  ending: {
    subject: 'Sie haben Ihr Abo bei {merchant} gekündigt',
    title: 'Ihre Kündigung ist bestätigt',
    text: 'Sie haben Ihr Abo bei {merchant} gekündigt. Es endet am {date}: bis dahin haben Sie bezahlt und können es nutzen. Es wird nichts mehr abgebucht.',
    keep: 'Wenn Sie es sich vor diesem Tag anders überlegen, können Sie die Kündigung zurücknehmen.',
    byMerchant: {
      subject: '{merchant} hat Ihr Abo gekündigt',
      title: 'Ihr Abo wurde gekündigt',
      text: '{merchant} hat Ihr Abo gekündigt. Es endet am {date}: bis dahin haben Sie bezahlt und können es nutzen. Es wird nichts mehr abgebucht.',
      lastBill: '{merchant} hat Ihr Abo gekündigt. Es endet, wenn die Zahlung von {amount} am {date} gemacht ist.',
    },
  },
  kept: {
    subject: 'Ihr Abo bei {merchant} geht weiter',
    title: 'Ihr Abo geht weiter',
    text: 'Sie haben Ihre Kündigung zurückgenommen. Ihr Abo bei {merchant} geht weiter wie bisher.',
    byMerchant: '{merchant} hat die Kündigung Ihres Abos zurückgenommen. Es geht weiter wie bisher.',
  },
  ended: {
    subject: 'Ihr Abo bei {merchant} ist beendet',
    title: 'Ihr Abo ist beendet',
    byShopper: 'Sie haben Ihr Abo bei {merchant} gekündigt. Es wird nichts mehr abgebucht.',
    byMerchant: '{merchant} hat Ihr Abo beendet. Es wird nichts mehr abgebucht.',
    unpaid:
      'Die letzte Zahlung für Ihr Abo bei {merchant} hat nicht geklappt, deshalb ist es beendet. Es wird nichts mehr abgebucht.',
    again: 'Bei {merchant} können Sie jederzeit ein neues Abo abschließen.',
  },

  recovery: {
    subject: 'Zahlen Sie {amount} an {merchant}',
    title: 'Ihre Zahlung ist nicht gelungen',
    text: 'Ihre Zahlung von {amount} an {merchant} wurde abgelehnt, und es wurde nichts abgebucht. Mit diesem Link können Sie sie nachholen, ein einziges Mal.',
    pay: 'Jetzt zahlen',
  },

  link: {
    subject: 'Ihr Link zu Ihrem Abo bei {merchant}',
    title: 'Ihr neuer Link',
    text: 'Mit diesem Link verwalten Sie Ihr Abo bei {merchant}: Sie sehen Ihre Zahlungen, verwenden eine andere Karte oder beenden es.',
    until: 'Der Link gilt bis {date}. Bitte geben Sie ihn nicht weiter: Wer ihn hat, kann dasselbe tun.',
    unasked: 'Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.',
  },

  invoice: {
    subject: 'Rechnung {number} von {merchant}',
    title: 'Ihre Rechnung',
    text: 'Die Rechnung zu Ihrer Zahlung von {amount} an {merchant} hängt an dieser E-Mail.',
    number: 'Rechnungsnummer',
  },
  creditNote: {
    subject: 'Gutschrift {number} von {merchant}',
    title: 'Ihre Gutschrift',
    text: '{merchant} zahlt Ihnen {amount} zurück. Die Gutschrift hängt an dieser E-Mail.',
    number: 'Nummer der Gutschrift',
  },
  closing: {
    shopper: 'Sie bekommen diese E-Mail, weil diese Adresse bei der Zahlung an {merchant} angegeben wurde.',
    invoice: 'Sie bekommen diese E-Mail, weil {merchant} gebeten wurde, den Beleg an diese Adresse zu schicken.',
    reply: 'Fragen? Antworten Sie einfach auf diese E-Mail, {merchant} liest sie.',
    noReply: 'Antworten an diese Adresse werden nicht gelesen. Wenn Sie eine Frage haben, fragen Sie bitte {merchant}.',
  },
}
