import type { EmailMessages } from './index.ts'

export const fr: EmailMessages = {
  subscription: 'Abonnement',
  payment: 'Paiement',
  due: 'Montant dû',
  nextTry: 'Prochain essai',
  validUntil: 'Valable jusqu’à',
  amountRefunded: 'Remboursé',
  manage: 'Gérer votre abonnement',
  newCard: 'Utiliser une autre carte',

  paid: {
    subject: 'Reçu de {merchant} : {amount}',
    title: 'Merci pour votre paiement',
    text: 'Vous avez payé {amount} à {merchant}. Voici votre reçu.',
  },
  renewed: {
    subject: 'Reçu de {merchant} : {amount}',
    title: 'Votre abonnement est payé',
    text: '{merchant} a débité {amount} pour votre abonnement, comme convenu. Voici votre reçu.',
  },
  charged: {
    subject: 'Reçu de {merchant} : {amount}',
    title: 'Merci pour votre paiement',
    text: '{merchant} a débité {amount} sur votre carte enregistrée, comme convenu avec vous. Voici votre reçu.',
  },
  partPaid: {
    subject: 'Reçu de {merchant} : {amount}',
    title: 'Une partie de votre abonnement est payée',
    text: 'Votre carte ne suffisait pas pour tout le montant, {merchant} en a donc débité une partie : {amount}. Le reste sera de nouveau demandé plus tard, moins cette partie.',
  },
  reserved: {
    subject: '{merchant} a réservé {amount} sur votre carte',
    title: 'Votre montant est réservé',
    text: '{amount} sont réservés sur votre carte pour {merchant}. Rien n’est encore débité. Vous recevrez un reçu quand ce sera fait.',
  },
  captured: {
    subject: 'Reçu de {merchant} : {amount}',
    title: 'Merci pour votre paiement',
    text: '{merchant} a débité {amount}, qui étaient réservés sur votre carte. Voici votre reçu.',
    partly: 'Sur les {reserved} réservés, seule cette partie a été débitée. Le reste est de nouveau disponible.',
  },
  refunded: {
    subject: '{merchant} vous rembourse {amount}',
    title: 'Votre argent revient vers vous',
    text: '{merchant} a remboursé {amount} sur votre carte. Votre banque peut mettre quelques jours à l’afficher.',
  },
  cancelled: {
    subject: '{merchant} a annulé votre paiement de {amount}',
    title: 'Votre paiement est annulé',
    text: '{merchant} a annulé votre paiement de {amount}. L’argent revient sur votre carte. Votre banque peut mettre quelques jours à l’afficher.',
  },
  released: {
    subject: '{merchant} a libéré {amount} sur votre carte',
    title: 'Rien n’a été débité',
    text: 'Les {amount} réservés sur votre carte pour {merchant} sont de nouveau disponibles. Rien n’a été débité.',
  },

  unpaid: {
    subject: 'Votre paiement à {merchant} n’a pas abouti',
    title: 'Votre abonnement n’a pas pu être payé',
    text: '{merchant} a voulu débiter {amount} pour votre abonnement, mais le paiement n’a pas abouti.',
    noCard: 'Il n’y a pas de carte à débiter.',
    next: 'Nous essaierons de nouveau le {date}. Si la carte fonctionne alors, vous n’avez rien à faire.',
    last: 'Nous essaierons une dernière fois le {date}. Si le paiement n’aboutit pas non plus, votre abonnement prendra fin.',
  },
  lastNotice: {
    subject: 'Dernier essai le {date} : votre abonnement chez {merchant}',
    title: 'Votre abonnement va prendre fin',
    text: '{amount} pour votre abonnement chez {merchant} n’ont toujours pas pu être débités.',
  },
  help: 'Vous pouvez utiliser une autre carte à tout moment : le montant dû y sera aussitôt débité.',
  helpAlone: 'Si vous préférez utiliser une autre carte, dites-le à {merchant}.',
  expiring: {
    subject: 'Votre carte pour {merchant} expire bientôt',
    title: 'Votre carte expire bientôt',
    text: 'La carte qui paie votre abonnement chez {merchant} aura expiré au moment du prochain paiement.',
    help: 'Indiquez-nous une nouvelle carte avant cette date, pour que votre abonnement continue.',
  },
  ending: {
    subject: 'Vous avez résilié votre abonnement chez {merchant}',
    title: 'Votre résiliation est confirmée',
    text: 'Vous avez résilié votre abonnement chez {merchant}. Il prend fin le {date} : vous avez payé jusque-là et pouvez l’utiliser. Plus rien ne sera débité.',
    keep: 'Si vous changez d’avis avant ce jour, vous pouvez annuler la résiliation.',
    byMerchant: {
      subject: '{merchant} a résilié votre abonnement',
      title: 'Votre abonnement a été résilié',
      text: '{merchant} a résilié votre abonnement. Il prend fin le {date} : vous avez payé jusque-là et pouvez l’utiliser. Plus rien ne sera débité.',
      lastBill:
        '{merchant} a résilié votre abonnement. Il prend fin lorsque le paiement de {amount} du {date} est effectué.',
    },
  },
  kept: {
    subject: 'Votre abonnement chez {merchant} continue',
    title: 'Votre abonnement continue',
    text: 'Vous avez annulé votre résiliation : votre abonnement chez {merchant} continue comme avant.',
    byMerchant: '{merchant} a annulé la résiliation de votre abonnement : il continue comme avant.',
  },
  ended: {
    subject: 'Votre abonnement chez {merchant} a pris fin',
    title: 'Votre abonnement a pris fin',
    byShopper: 'Vous avez résilié votre abonnement chez {merchant}. Plus rien ne sera débité.',
    byMerchant: '{merchant} a mis fin à votre abonnement. Plus rien ne sera débité.',
    unpaid:
      'Le dernier paiement de votre abonnement chez {merchant} n’a pas abouti, il a donc pris fin. Plus rien ne sera débité.',
    again: 'Vous pouvez vous abonner de nouveau chez {merchant} à tout moment.',
  },

  recovery: {
    subject: 'Payez {amount} à {merchant}',
    title: 'Votre paiement n’a pas abouti',
    text: 'Votre paiement de {amount} à {merchant} a été refusé et rien n’a été débité. Avec ce lien, vous pouvez le refaire, une seule fois.',
    pay: 'Payer maintenant',
  },

  link: {
    subject: 'Votre lien vers votre abonnement chez {merchant}',
    title: 'Votre nouveau lien',
    text: 'Avec ce lien, vous gérez votre abonnement chez {merchant} : voir vos paiements, utiliser une autre carte ou y mettre fin.',
    until: 'Le lien est valable jusqu’au {date}. Ne le transmettez à personne : celui qui l’a peut en faire autant.',
    unasked: 'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
  },

  invoice: {
    subject: 'Facture {number} de {merchant}',
    title: 'Votre facture',
    text: 'La facture de votre paiement de {amount} à {merchant} est jointe à cet e-mail.',
    number: 'Numéro de facture',
  },
  creditNote: {
    subject: 'Avoir {number} de {merchant}',
    title: 'Votre avoir',
    text: '{merchant} vous rembourse {amount}. L’avoir est joint à cet e-mail.',
    number: 'Numéro d’avoir',
  },
  closing: {
    shopper: 'Vous recevez cet e-mail parce que cette adresse a été donnée lors du paiement à {merchant}.',
    invoice: 'Vous recevez cet e-mail parce qu’il a été demandé à {merchant} d’envoyer le reçu à cette adresse.',
    reply: 'Une question ? Répondez simplement à cet e-mail, {merchant} le lira.',
    noReply: 'Les réponses à cette adresse ne sont pas lues. Pour toute question, adressez-vous à {merchant}.',
  },
}
