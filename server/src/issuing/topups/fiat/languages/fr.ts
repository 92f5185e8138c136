import type { TopupMessages } from './index.ts'

export const fr: TopupMessages = {
  title: 'Ajouter de l’argent',
  text: 'À la page suivante, vous payez {amount} à {merchant}.',
  button: 'Continuer vers le paiement',
}
