import type { ChallengeMessages } from './index.ts'

export const fr: ChallengeMessages = {
  title: 'Approuvez le paiement dans votre application',
  asks: '{merchant} demande {amount} avec votre carte se terminant par {lastFour}.',
  open: 'Ouvrez l’application de {partner} et confirmez ou refusez. La demande est valable dix minutes.',
  cancel: 'Annuler',
  backTitle: 'Retour au paiement',
  back: 'Votre réponse est arrivée. Vous revenez au paiement.',
  next: 'Continuer',
  unknownTitle: 'Cette page ne peut pas être affichée',
  unknown: 'La demande de votre banque est inconnue ou terminée. Retournez au magasin et réessayez.',
}
