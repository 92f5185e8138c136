import type { HolderEmailMessages } from './index.ts'

export const fr: HolderEmailMessages = {
  code: 'Votre code',
  registration: {
    subject: 'Votre code pour {partner}',
    title: 'Confirmez votre adresse e-mail',
    text: 'Saisissez ce code pour terminer votre inscription chez {partner}. Il est valable 10 minutes.',
  },
  login: {
    subject: 'Votre code de connexion pour {partner}',
    title: 'Votre code de connexion',
    text: 'Saisissez ce code pour vous connecter à {partner}. Il est valable 10 minutes.',
  },
  taken: {
    subject: 'Vous êtes déjà inscrit chez {partner}',
    title: 'Vous avez déjà un compte',
    text: "Quelqu'un, sans doute vous, a voulu inscrire cette adresse e-mail chez {partner}. Elle a déjà un compte, rien n'a donc changé : connectez-vous simplement.",
  },
  resetPassword: {
    subject: 'Votre code pour un nouveau mot de passe chez {partner}',
    title: 'Choisissez un nouveau mot de passe',
    text: 'Saisissez ce code pour choisir un nouveau mot de passe chez {partner}. Il est valable 10 minutes.',
  },
  noPassword: {
    subject: 'Aucun mot de passe chez {partner}',
    title: "Il n'y a pas de mot de passe à réinitialiser",
    text: "Quelqu'un, sans doute vous, a voulu réinitialiser un mot de passe chez {partner} pour cette adresse e-mail. Aucun compte avec mot de passe n'y correspond, rien n'a donc changé. Si vous avez un compte, connectez-vous comme d'habitude ou essayez une autre adresse.",
  },
  passwordChanged: {
    subject: 'Votre mot de passe chez {partner} a été modifié',
    title: 'Votre mot de passe a été modifié',
    text: 'Le mot de passe de votre compte chez {partner} a été modifié et tous les appareils ont été déconnectés. Connectez-vous avec le nouveau mot de passe.',
  },
  cardTried: {
    subject: 'Quelqu’un essaie votre carte {partner}',
    title: 'Quelqu’un essaie de payer avec votre carte',
    text: 'Des codes de sécurité ou des dates d’expiration erronés ont été saisis plusieurs fois pour votre carte {partner}. Pendant quelques minutes, les paiements dont les données de carte sont saisies à la main sont refusés, sauf si vous les confirmez. En magasin, dans votre téléphone et là où elle est enregistrée, votre carte fonctionne comme avant.',
  },
  secret: 'Ne communiquez ce code à personne, pas même à des personnes qui disent travailler pour nous.',
  unasked:
    "Si vous n'avez pas demandé ce code, quelqu'un connaît peut-être votre adresse e-mail. Sans le code, il ne peut rien faire.",
  unaskedRegistration: "Si ce n'était pas vous, vous n'avez rien à faire.",
  unaskedChange:
    "Si ce n'était pas vous, quelqu'un a peut-être accès à votre compte : réinitialisez le mot de passe immédiatement et prévenez {partner}.",
  unaskedTries:
    'Si ce n’était pas vous, quelqu’un connaît peut-être le numéro de votre carte : vérifiez ses paiements, bloquez-la si vous n’en reconnaissez pas un, et prévenez {partner}.',
  noReply: 'Les réponses à cette adresse ne sont pas lues. Pour toute question, adressez-vous à {partner}.',
}
