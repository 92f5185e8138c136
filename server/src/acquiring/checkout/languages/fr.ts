import type { EmbeddedMessages } from './index.ts'

export const fr: EmbeddedMessages = {
  frameTitle: 'Formulaire de paiement',
  loading: 'Le formulaire de paiement se charge…',
  unreachable: 'Le formulaire de paiement est injoignable. Vérifiez votre connexion Internet et réessayez.',
  lost: 'La connexion a été perdue. Nous vérifions si votre paiement a abouti. Ne payez pas une seconde fois.',
  tryAgain: 'Réessayer',
  offline: 'Vous n’êtes pas connecté à Internet. Rien n’a été envoyé ; votre saisie est toujours là.',
  close: 'Fermer',
  bankFrame: 'Page de votre banque',
  bankHidden: 'Vous ne voyez rien de votre banque ?',
  bankAlone: 'L’ouvrir dans toute la fenêtre',
  removeCards: 'Supprimer une carte enregistrée',
  removeCard: 'Supprimer',
  buttonTypes: {
    book: 'Réserver pour {amount}',
    buy: 'Acheter pour {amount}',
    checkout: 'Finaliser pour {amount}',
    donate: 'Donner {amount}',
    order: 'Commander pour {amount}',
    subscribe: 'S’abonner pour {amount}',
    topUp: 'Recharger de {amount}',
  },
}
