import type { TopupMessages } from './index.ts'

export const de: TopupMessages = {
  title: 'Geld aufladen',
  text: 'Auf der nächsten Seite zahlen Sie {amount} an {merchant}.',
  button: 'Weiter zur Zahlung',
}
