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
  secret: 'Ne communiquez ce code à personne, pas même à des personnes qui disent travailler pour nous.',
  unasked:
    "Si vous n'avez pas demandé ce code, quelqu'un connaît peut-être votre adresse e-mail. Sans le code, il ne peut rien faire.",
  unaskedRegistration: "Si ce n'était pas vous, vous n'avez rien à faire.",
  noReply: 'Les réponses à cette adresse ne sont pas lues. Pour toute question, adressez-vous à {partner}.',
}
