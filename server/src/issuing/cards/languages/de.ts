import type { CardMessages } from './index.ts'

export const de: CardMessages = {
  title: 'Ihre Karte',
  ask: 'Nummer und Prüfziffer dieser Karte anzeigen? Sie werden einmal angezeigt.',
  show: 'Anzeigen',
  pin: 'PIN',
  keep: 'Geben Sie sie nicht weiter. Wir fragen nie am Telefon oder per E-Mail danach.',
  overTitle: 'Diese Seite ist abgelaufen',
  over: 'Die Daten einer Karte werden einmal und nur wenige Minuten lang angezeigt. Öffnen Sie sie in Ihrer App noch einmal.',
}
