import type { HolderEmailMessages } from './index.ts'

export const de: HolderEmailMessages = {
  code: 'Ihr Code',
  registration: {
    subject: 'Ihr Code für {partner}',
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: 'Geben Sie diesen Code ein, um Ihre Registrierung bei {partner} abzuschließen. Er gilt 10 Minuten.',
  },
  login: {
    subject: 'Ihr Anmeldecode für {partner}',
    title: 'Ihr Anmeldecode',
    text: 'Geben Sie diesen Code ein, um sich bei {partner} anzumelden. Er gilt 10 Minuten.',
  },
  taken: {
    subject: 'Sie sind bei {partner} schon registriert',
    title: 'Sie haben schon ein Konto',
    text: 'Jemand, vermutlich Sie, wollte diese E-Mail-Adresse bei {partner} registrieren. Sie gehört schon zu einem Konto, deshalb hat sich nichts geändert: Melden Sie sich einfach an.',
  },
  resetPassword: {
    subject: 'Ihr Code für ein neues Passwort bei {partner}',
    title: 'Wählen Sie ein neues Passwort',
    text: 'Geben Sie diesen Code ein, um bei {partner} ein neues Passwort zu wählen. Er gilt 10 Minuten.',
  },
  noPassword: {
    subject: 'Kein Passwort bei {partner}',
    title: 'Es gibt kein Passwort zum Zurücksetzen',
    text: 'Jemand, vermutlich Sie, wollte für diese E-Mail-Adresse ein Passwort bei {partner} zurücksetzen. Zu ihr gehört kein Konto mit Passwort, deshalb hat sich nichts geändert. Wenn Sie ein Konto haben, melden Sie sich wie bisher an, oder versuchen Sie es mit einer anderen Adresse.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort bei {partner} wurde geändert',
    title: 'Ihr Passwort wurde geändert',
    text: 'Das Passwort Ihres Kontos bei {partner} wurde geändert, und alle Geräte wurden abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  },
  cardTried: {
    subject: 'Jemand probiert Ihre Karte von {partner} aus',
    title: 'Jemand versucht, mit Ihrer Karte zu bezahlen',
    text: 'Für Ihre Karte von {partner} wurden mehrmals falsche Prüfnummern oder Ablaufdaten eingegeben. Einige Minuten lang werden Zahlungen mit eingetippten Kartendaten abgelehnt, wenn Sie sie nicht bestätigen. Ihre Karte im Geschäft, auf dem Telefon und dort, wo sie gespeichert ist, funktioniert wie bisher.',
  },
  secret: 'Geben Sie den Code niemandem weiter, auch nicht Personen, die sagen, dass sie für uns arbeiten.',
  unasked:
    'Wenn Sie den Code nicht angefordert haben, kennt vielleicht jemand Ihre E-Mail-Adresse. Ohne den Code kann niemand etwas tun.',
  unaskedRegistration: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
  unaskedChange:
    'Wenn Sie das nicht waren, hat vielleicht jemand anderes Zugang zu Ihrem Konto: Setzen Sie das Passwort sofort zurück, und sagen Sie {partner} Bescheid.',
  unaskedTries:
    'Wenn Sie das nicht waren, kennt vielleicht jemand Ihre Kartennummer: Sehen Sie sich die Zahlungen an, sperren Sie die Karte, wenn Sie eine nicht kennen, und sagen Sie {partner} Bescheid.',
  noReply: 'Antworten an diese Adresse werden nicht gelesen. Wenn Sie eine Frage haben, fragen Sie bitte {partner}.',
}
