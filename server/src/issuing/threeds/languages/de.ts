import type { ChallengeMessages } from './index.ts'

export const de: ChallengeMessages = {
  title: 'Zahlung in Ihrer App bestätigen',
  asks: '{merchant} möchte {amount} von Ihrer Karte mit den Endziffern {lastFour}.',
  open: 'Öffnen Sie die App von {partner} und bestätigen Sie oder lehnen Sie ab. Sie haben zehn Minuten Zeit.',
  cancel: 'Abbrechen',
  backTitle: 'Zurück zur Zahlung',
  back: 'Ihre Antwort ist angekommen. Sie kehren zur Zahlung zurück.',
  next: 'Weiter',
  unknownTitle: 'Diese Seite kann nicht angezeigt werden',
  unknown:
    'Die Anfrage Ihrer Bank ist unbekannt oder vorbei. Gehen Sie zurück zum Geschäft und versuchen Sie es noch einmal.',
}
